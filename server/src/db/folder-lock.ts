import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../platform/start-error.ts';

/**
 * Keeps a second process out of a data folder. SQLite's lock on a file of its own ends with the process,
 * however that ends.
 * @throws StartError when another process has the folder
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const database = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive');
  } catch (cause) {
    database.close();
    throw new StartError(`Another Turnpike process uses the data folder ${dataDir}`, { cause });
  }
  return { release: () => database.close() };
}
