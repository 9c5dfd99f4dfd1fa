/** `npm run conformance`: asks the built product by the vendors' packages; writes `docs/reference/conformance.md`. */
import { join } from 'node:path';
import { buildConsole, buildServer } from './build.mjs';
import { runGroup } from './child.mjs';
import { preparePostgres } from './postgres-package.mjs';
import { rootDir, runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  preparePostgres();
  buildConsole(nodePath);
  buildServer(nodePath);
  process.exitCode = await runGroup(nodePath, [
    join(rootDir, 'node_modules/vitest/vitest.mjs'),
    // Last: a name behind it would be taken for its value.
    ...['run', '--project=e2e', 'e2e/conformance/', '--update'],
  ]);
});
