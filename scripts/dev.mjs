/** `npm run dev`: the server, restarted on every change, and the console with hot reload in front of it. */
import { join } from 'node:path';
import { startChild, startServerProgram } from './child.mjs';
import { rootDir, runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  const server = startServerProgram(nodePath, ['--watch', '--watch-preserve-output', 'server/src/main.ts']);
  const screens = startChild(nodePath, [join(rootDir, 'node_modules/vite/bin/vite.js')], {
    cwd: join(rootDir, 'console'),
    env: { TURNPIKE_DEV_SERVER: `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  });

  // Whichever ends first takes the other with it.
  process.exitCode = await Promise.race([server.exited, screens.exited]);
  server.kill();
  screens.kill();
  await Promise.all([server.exited, screens.exited]);
});
