/** `npm start`: installs what is missing, builds the console when it is out of date, runs the gateway. */
import { startServerProgram } from './child.mjs';
import { buildConsole } from './console-build.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  await buildConsole(nodePath);
  const server = startServerProgram(nodePath, ['server/src/main.ts', ...process.argv.slice(2)]);
  process.exitCode = await server.exited;
});
