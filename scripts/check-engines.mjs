/**
 * Tests that run on both databases stand in `server/test/two-engine-files.txt`; all others use SQLite alone, or
 * `anyDatabase`, which adds PostgreSQL in a long run.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './preparation.mjs';

const listPath = 'server/test/two-engine-files.txt';
const usesBoth = /import \{[^}]*\bdatabases\b[^}]*\} from '[^']*\/databases\.ts'/;

/** @returns {string[]} a line for each file that is missing in the list, or needs not be there */
export function findEngineProblems(dir) {
  const listed = new Set(readFileSync(join(dir, listPath), 'utf8').split('\n').filter(Boolean));
  const using = globSync('server/**/*.test.ts', { cwd: dir })
    .sort()
    .filter((path) => usesBoth.test(readFileSync(join(dir, path), 'utf8')));
  return [
    ...using
      .filter((path) => !listed.has(path))
      .map((path) => `${path} runs on both databases and is not in ${listPath}`),
    ...[...listed]
      .filter((path) => !using.includes(path))
      .map((path) => `${listPath}: ${path} does not run on both databases`),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const problems = findEngineProblems(rootDir);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
