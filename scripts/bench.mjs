/** `npm run bench`: measures the built product beside a plain reverse proxy. */
import { startServerProgram } from './child.mjs';
import { buildConsole } from './console-build.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  await buildConsole(nodePath);
  process.exitCode = await startServerProgram(nodePath, ['server/bench/bench.ts', ...process.argv.slice(2)])
    .exited;
});
