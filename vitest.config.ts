import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.mjs';
import { memoryDisk } from './server/test/support/memory-disk.ts';

const temporary = memoryDisk();
if (temporary !== undefined) process.env.TMPDIR ??= temporary;

const setup = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const patientWaits = setup('server/test/support/patient-waits.ts');
const consoleSetup = setup('console/src/ui/test/test-setup.ts');

const everywhere = ['**/node_modules/**', '**/dist/**'];
const databaseTests = '**/*.db.test.ts';
/** They measure the memory of their process, so each has one of its own. */
const memoryTests = [
  'server/src/app/idle-memory.test.ts',
  'server/src/platform/memory/large-memory.test.ts',
  'server/src/platform/memory/return-freed-memory.test.ts',
  'server/src/platform/net/sse-frames.test.ts',
  'server/src/relay/body/read-body.test.ts',
  'server/src/relay/stories/ends/body-memory.db.test.ts',
  'server/src/relay/stories/ends/hostile-vendors.db.test.ts',
  'server/src/relay/stories/ends/large-uploads.db.test.ts',
];

/** Tests of the built product build the server first: they never run older sources. */
const builtProduct = [
  'scripts/build.mjs',
  'scripts/postgres-package.mjs',
  'server/test/support/postgres-setup.ts',
];

/** Tests make much that is thrown away soon: fewer collections take 6 % less time. */
const execArgv = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

export default defineConfig({
  test: {
    // Two cores are what the smallest machine has that this must be quick on.
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Loading the sources anew for each file takes half of the time. No test may leave something behind.
          isolate: false,
          execArgv,
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [patientWaits],
          include: [
            '{contract,server}/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: [...everywhere, databaseTests, ...memoryTests],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          isolate: false,
          execArgv,
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [patientWaits],
          include: [databaseTests],
          exclude: [...everywhere, ...memoryTests],
          globalSetup: ['scripts/postgres-package.mjs', 'server/test/support/migrated-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'memory',
          environment: 'node',
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [patientWaits],
          include: memoryTests,
          globalSetup: ['scripts/postgres-package.mjs', 'server/test/support/migrated-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: 'console/vite.config.ts',
        root: 'console',
        test: {
          name: 'console',
          environment: 'happy-dom',
          // A context for each file in place of a process shares the loaded libraries and takes 40 % less time.
          pool: 'vmThreads',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: everywhere,
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [consoleSetup, patientWaits],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          isolate: false,
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [patientWaits],
          include: ['e2e/**/*.e2e.ts'],
          exclude: everywhere,
          globalSetup: builtProduct,
          // A page of many pictures takes minutes where the machine has much else to do.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'speed',
          environment: 'node',
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [patientWaits],
          include: ['e2e/speed/*.speed.ts'],
          exclude: everywhere,
          globalSetup: builtProduct,
          // After the others: nothing may run next to what is measured.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'clients',
          environment: 'node',
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [patientWaits],
          include: ['e2e/clients/*.clients.ts'],
          exclude: everywhere,
          globalSetup: ['scripts/build.mjs'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'attack',
          environment: 'node',
          isolate: false,
          expect: { poll: { timeout: 15_000 } },
          setupFiles: [patientWaits],
          include: ['e2e/attack/*.attack.ts'],
          exclude: everywhere,
          globalSetup: builtProduct,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
