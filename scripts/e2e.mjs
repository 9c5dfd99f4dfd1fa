/**
 * `npm run e2e`: builds console and server, then runs the browser tests, which put pictures of the screens into
 * `e2e/pictures`; names of files choose some of them.
 * `npm run e2e -- --all` shows every screen in every look instead of one look of each. It measures
 * seconds, for which the machine must be idle. It calls with clients of other languages, of public generators and with
 * programs that write code, which it installs (about 1 GB; Python 3 with `venv`).
 */
import { join } from 'node:path';
import { buildConsole, buildServer } from './build.mjs';
import { runGroup } from './child.mjs';
import { preparePostgres } from './postgres-package.mjs';
import { rootDir, runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  const files = process.argv.slice(2).filter((name) => name !== '--all');
  const isWhole = files.length < process.argv.length - 2;
  preparePostgres();
  buildConsole(nodePath);
  buildServer(nodePath);
  process.exitCode = await runGroup(
    nodePath,
    [
      join(rootDir, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project=e2e', ...(isWhole ? ['--project=speed', '--project=clients'] : []), ...files],
    ],
    { env: { TURNPIKE_PICTURES: '1', ...(isWhole && { TURNPIKE_LONG_TESTS: '1' }) } },
  );
});
