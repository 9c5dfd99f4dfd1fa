import { existsSync } from 'node:fs';
import { join } from 'node:path';

const rootDir = join(import.meta.dirname, '../..');

/**
 * Path of a program of the built server, from the root of the repository.
 * @throws with the command that builds it
 */
export function builtProgram(name: 'main' | 'cli'): string {
  const path = `server/dist/current/${name}.js`;
  if (existsSync(join(rootDir, path))) return path;
  throw new Error(`There is no ${path}. Build it: npm run build`);
}
