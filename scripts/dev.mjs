/** `npm run dev`: the server, restarted on every change, and the console with hot reload in front of it. */
import { startChild, startServerProgram } from './child.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  const server = startServerProgram(nodePath, ['--watch', '--watch-preserve-output', 'server/src/main.ts']);
  const screens = startChild(nodePath, ['scripts/dev-console.mjs']);

  // Whichever ends first takes the other with it.
  process.exitCode = await Promise.race([server.exited, screens.exited]);
  server.kill();
  screens.kill();
  await Promise.all([server.exited, screens.exited]);
});
