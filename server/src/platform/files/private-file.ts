import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

const OWNER_ONLY = 0o600;
/**
 * Suffixes of the files that SQLite writes next to a file, with that file's mode. Source: sqlite.org,
 * "Temporary Files".
 */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Makes the file of a database, or one that is there, readable for its owner only. */
export function keepPrivate(file: string): void {
  // If the file cannot be created, SQLite itself reports the error in its usual words.
  whereAllowed(() => {
    if (!existsSync(file)) closeSync(openSync(file, 'a', OWNER_ONLY));
  });
  // Others are somebody else's, or their disk has no modes or cannot be written.
  for (const suffix of SUFFIXES) whereAllowed(() => chmodSync(file + suffix, OWNER_ONLY));
}

function whereAllowed(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
