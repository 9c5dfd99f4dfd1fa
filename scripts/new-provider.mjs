/** The files of a new provider: a vendor with an API like OpenAI's, to be changed where it differs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editedFile, newFile, spellings } from './generator.mjs';

const registry = 'server/src/providers/provider-registry.ts';

export function planProvider(dir, name) {
  const { kebab, camel, words } = spellings(name);
  const label = words.replace(/^./, (letter) => letter.toUpperCase());
  const folder = `server/src/providers/${kebab}`;
  const month = new Date().toISOString().slice(0, 7);

  return {
    files: [
      newFile(
        dir,
        `${folder}/${kebab}-provider.ts`,
        `import { likeOpenAi } from '../like-openai.ts';

/**
 * ${label}.
 * Source: ${label} API reference, checked ${month}.
 */
export const ${camel}Provider = likeOpenAi({
  typeId: ${nextTypeId(dir)},
  name: '${kebab}',
  label: '${label}',
  baseUrl: 'https://api.example.com',
  key: { example: 'sk-…', site: '' },
  models: [],
  testModel: '',
  offers: ['chat'],
});
`,
      ),
      newFile(
        dir,
        `${folder}/${kebab}-provider.test.ts`,
        `import { expect, it } from 'vitest';
import { ${camel}Provider } from './${kebab}-provider.ts';

it('${label} gets the key as it wants it', () => {
  const channel = { keyParts: { key: 'secret' }, other: '' };
  expect(${camel}Provider.headers(channel)).toEqual({ authorization: 'Bearer secret' });
});
`,
      ),
      editedFile(dir, registry, [
        [
          /^import type \{ Provider \}/m,
          (line) => `import { ${camel}Provider } from './${kebab}/${kebab}-provider.ts';\n${line}`,
        ],
        [/const providers: readonly Provider\[\] = \[/, (start) => `${start}\n  ${camel}Provider,`],
      ]),
    ],
    nextSteps: [
      `set number, label, address, page of the keys, models and what the vendor offers in ${folder}/${kebab}-provider.ts (one-hub's number where it has one: docs/reference/compatibility.md), with what it does differently and its source`,
      'add its key and addresses, as its documents have them, to server/src/relay/stories/channels/providers.db.test.ts: the suite that every provider runs',
      'npm run docs:providers writes docs/reference/providers.md',
    ],
  };
}

/** Our own numbers lie above one-hub's. */
function nextTypeId(dir) {
  const folders = readdirSync(join(dir, 'server/src/providers'), { withFileTypes: true });
  const texts = folders
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(dir, 'server/src/providers', name, `${name}-provider.ts`))
    .map((path) => readFileSync(path, 'utf8'));
  const ids = texts.flatMap((text) =>
    [...text.matchAll(/^ {2}typeId: (\d+),$/gm)].map((match) => Number(match[1])),
  );
  return Math.max(1000, ...ids) + 1;
}
