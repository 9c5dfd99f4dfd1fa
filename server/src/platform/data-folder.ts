import { accessSync, constants, mkdirSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** Makes the data folder. @throws StartError when it cannot be written */
export function openDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartError(`The data folder cannot be written: ${path}`, { cause });
  }
}
