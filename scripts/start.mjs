/** `npm start`: installs what is missing, builds console and server when they are out of date, runs the gateway. */
import { buildConsole, buildServer, serverProgram } from './build.mjs';
import { startServerProgram } from './child.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  buildConsole(nodePath);
  buildServer(nodePath);
  const server = startServerProgram(nodePath, [serverProgram, ...process.argv.slice(2)]);
  process.exitCode = await server.exited;
});
