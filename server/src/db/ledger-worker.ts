import { parentPort, workerData } from 'node:worker_threads';
import { changeDatabase } from './change-database.ts';
import { closeDays } from './ledger-closings.ts';
import { verifyLedger } from './ledger-verify.ts';
import type { LedgerWork, LedgerWorkMessage } from './ledger-work.ts';
import { readDatabase } from './read-database.ts';

// The thread of one check. It has connections of its own: hashing a day's entries takes seconds in which neither the
// main thread nor the storage worker may wait.

const { settings, nowSeconds, isFull } = workerData as LedgerWork;
const tell = (message: LedgerWorkMessage): void => parentPort?.postMessage(message);

try {
  await changeDatabase(settings, (db) => closeDays(db, nowSeconds));
  const report = await readDatabase(settings, (db) =>
    verifyLedger(db, {
      isFull,
      onProgress: ({ accounts, entries }) => tell({ progress: { accounts, entries } }),
    }),
  );
  tell({ report });
} catch (error) {
  tell({ failure: error instanceof Error ? error.message : String(error) });
}
