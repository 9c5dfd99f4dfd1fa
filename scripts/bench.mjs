/** `npm run bench`: measures the built product next to a plain reverse proxy; with `--keeping` lists and
 * the deletion of old calls at ten million rows on both engines. */
import { buildConsole, buildServer } from './build.mjs';
import { startServerProgram } from './child.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  buildConsole(nodePath);
  buildServer(nodePath);
  const program = process.argv.includes('--keeping') ? 'keeping' : 'bench';
  const parameters = process.argv.slice(2);
  process.exitCode = await startServerProgram(nodePath, [`server/bench/${program}.ts`, ...parameters]).exited;
});
