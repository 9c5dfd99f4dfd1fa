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
          include: [
            '{contract,server}/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: [...everywhere, databaseTests],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          include: [databaseTests],
          exclude: everywhere,
          globalSetup: ['server/test/support/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
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
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
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
