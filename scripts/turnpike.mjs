/** `npm run turnpike -- <command>`: the gateway's own tools for its operator. */
import { buildServer, cliProgram } from './build.mjs';
import { startServerProgram } from './child.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  buildServer(nodePath);
  process.exitCode = await startServerProgram(nodePath, [cliProgram, ...process.argv.slice(2)]).exited;
});
