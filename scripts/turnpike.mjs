/** `npm run turnpike -- <command>`: the gateway's own tools for its operator. */
import { startServerProgram } from './child.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  process.exitCode = await startServerProgram(nodePath, ['server/src/cli.ts', ...process.argv.slice(2)])
    .exited;
});
