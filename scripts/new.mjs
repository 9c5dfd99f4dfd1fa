/** `npm run new -- provider|entity <name>`: writes the files of a new provider or entity in the house shapes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writePlan } from './generator.mjs';
import { planEntity } from './new-entity.mjs';
import { planProvider } from './new-provider.mjs';
import { PreparationError, rootDir, runMain, say } from './preparation.mjs';
import { prepare } from './prepare.mjs';

const kinds = { provider: planProvider, entity: planEntity };

await runMain(async () => {
  const [kind, name, ...rest] = process.argv.slice(2);
  const plan = kinds[kind];
  if (plan === undefined || name === undefined || rest.length > 0) {
    throw new PreparationError('Say what is new: npm run new -- provider|entity <name in kebab-case>');
  }
  const { nodePath } = await prepare();
  const { files, nextSteps } = plan(rootDir, name);
  const paths = writePlan(rootDir, files);
  spawnSync(
    nodePath,
    [join(rootDir, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', ...paths],
    {
      cwd: rootDir,
      stdio: 'ignore',
    },
  );
  for (const path of paths) say(`wrote ${path}`);
  for (const step of nextSteps) say(`next: ${step}`);
});
