/** `npm run docs:screens`: writes the made part of `docs/reference/screens.md`. */
import { runGroup } from './child.mjs';
import { runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  const { nodePath } = await prepare();
  process.exitCode = await runGroup(nodePath, ['scripts/screens.mjs']);
});
