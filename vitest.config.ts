import { defineConfig } from 'vitest/config';

const everywhere = ['**/node_modules/**', '**/dist/**'];
const databaseTests = '**/*.db.test.ts';

export default defineConfig({
  test: {
    // Two cores are what the smallest machine has that this must be quick on.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: ['server/test/support/patient-waits.ts'],
          include: [
            '{contract,server}/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: [...everywhere, databaseTests],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          setupFiles: ['server/test/support/patient-waits.ts'],
          include: [databaseTests],
          exclude: everywhere,
          globalSetup: ['server/test/support/postgres-setup.ts'],
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
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: everywhere,
          setupFiles: ['src/ui/test-setup.ts', '../server/test/support/patient-waits.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          setupFiles: ['server/test/support/patient-waits.ts'],
          include: ['e2e/**/*.e2e.ts'],
          exclude: everywhere,
          globalSetup: ['server/test/support/postgres-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'speed',
          environment: 'node',
          setupFiles: ['server/test/support/patient-waits.ts'],
          include: ['e2e/speed/*.speed.ts'],
          exclude: everywhere,
          globalSetup: ['server/test/support/postgres-setup.ts'],
          // After the others: nothing may run beside what is measured.
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
          setupFiles: ['server/test/support/patient-waits.ts'],
          include: ['e2e/clients/*.clients.ts'],
          exclude: everywhere,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'attack',
          environment: 'node',
          setupFiles: ['server/test/support/patient-waits.ts'],
          include: ['e2e/attack/*.attack.ts'],
          exclude: everywhere,
          globalSetup: ['server/test/support/postgres-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
