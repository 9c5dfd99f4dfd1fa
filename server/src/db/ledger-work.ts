import { Worker } from 'node:worker_threads';
import type { Settings } from '../settings/settings.ts';
import type { LedgerReport } from './ledger-verify.ts';

/** Input of the thread that closes days and checks the ledger. */
export interface LedgerWork {
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>;
  nowSeconds: number;
  /** From the first entry of every account, not from its last closing. */
  isFull: boolean;
}

type Progress = Pick<LedgerReport, 'accounts' | 'entries'>;

export type LedgerWorkMessage = { progress: Progress } | { report: LedgerReport } | { failure: string };

export interface RunningLedgerWork {
  /** Rejected with one sentence where the work could not be finished. */
  done: Promise<LedgerReport>;
  stop(): void;
}

/** Closes the days that have ended and checks the ledger, in a thread of its own that ends with the work. */
export function startLedgerWork(
  { settings: { databaseUrl, dataDir }, nowSeconds, isFull }: LedgerWork,
  onProgress: (progress: Progress) => void,
): RunningLedgerWork {
  const workerData: LedgerWork = { settings: { databaseUrl, dataDir }, nowSeconds, isFull };
  const worker = new Worker(new URL('./ledger-worker.ts', import.meta.url), {
    workerData,
    // Pages are short-lived; left alone, V8 would keep tens of megabytes for them.
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 128 },
  });
  // A check never keeps the process.
  worker.unref();
  const done = new Promise<LedgerReport>((resolve, reject) => {
    worker.on('message', (message: LedgerWorkMessage) => {
      if ('progress' in message) onProgress(message.progress);
      else if ('report' in message) resolve(message.report);
      else reject(new Error(message.failure));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the check was broken off')));
  });
  return { done, stop: () => void worker.terminate() };
}
