import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from '../platform/files/private-file.ts';
import { StartError } from '../platform/start-error.ts';

const SQLITE_BUSY = 5;

/**
 * Keeps a second process out of a data folder. SQLite's lock on a file of its own ends with the process,
 * however that ends.
 * @throws StartError when another process has the folder, or the file cannot be used
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const file = join(dataDir, 'lock.db');
  let database: DatabaseSync | undefined;
  keepPrivate(file);
  try {
    database = new DatabaseSync(file);
    const held = database;
    held.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive');
    return { release: () => held.close() };
  } catch (cause) {
    database?.close();
    const { errcode, message } = cause as { errcode?: number; message?: string };
    if (errcode === SQLITE_BUSY) {
      throw new StartError(`Another Turnpike process uses the data folder ${dataDir}.`, { cause });
    }
    throw new StartError(`The lock file cannot be used: ${file}: ${message}.`, { cause });
  }
}
