import { Worker } from 'node:worker_threads';

export interface OldPassword {
  password: string;
  hash: string;
}

/** A hash of one-hub's family. A cost above 14 would take seconds. */
const form = /^\$2[aby]\$(0[4-9]|1[0-4])\$/;

/** Whether a hash is to be renewed as soon as its password is known. */
export const isOldHash = (hash: string): boolean => form.test(hash);

/** Compares a password with a bcrypt hash, in a thread that ends with the answer. */
export function isOldPassword(given: OldPassword): Promise<boolean> {
  const worker = new Worker(new URL('./old-password-worker.ts', import.meta.url), { workerData: given });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
