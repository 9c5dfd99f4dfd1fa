import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

const OWNER_ONLY = 0o600;
/** What SQLite writes next to a file; it makes them with the file's own mode. Source: sqlite.org, "Temporary Files". */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Makes the file of a database, or one that is there, readable for its owner only. */
export function keepPrivate(file: string): void {
  // What cannot be made is told by SQLite itself, in words that are known.
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
