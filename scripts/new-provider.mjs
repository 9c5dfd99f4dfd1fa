/** The files of a new provider: a vendor with an API like OpenAI's, to be changed where it differs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editedFile, newFile, spellings } from './generator.mjs';

const catalogue = 'contract/src/catalogues/channel-types.ts';
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
        `import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { defineProvider } from '../provider.ts';

/**
 * ${label}. Speaks openai-chat.
 * Source: ${label} API reference, checked ${month}.
 */
export const ${camel}Provider = defineProvider({
  channelType: '${kebab}',
  headers: ({ channelKey }) => ({ authorization: \`Bearer \${channelKey}\` }),
  forms: [{ dialect: openAiChat, path: '/v1/chat/completions' }],
});
`,
      ),
      newFile(
        dir,
        `${folder}/${kebab}-provider.test.ts`,
        `import { describe, expect, it } from 'vitest';
import { ${camel}Provider } from './${kebab}-provider.ts';

describe('the ${label} provider', () => {
  it('sends the key as ${label} wants it', () => {
    const channel = { channelKey: 'secret', baseUrl: ${camel}Provider.baseUrl };

    expect(${camel}Provider.headers(channel)).toEqual({ authorization: 'Bearer secret' });
  });
});
`,
      ),
      editedFile(dir, registry, [
        [
          /^import type \{ Provider \}/m,
          (line) => `import { ${camel}Provider } from './${kebab}/${kebab}-provider.ts';\n${line}`,
        ],
        [/const providers: readonly Provider\[\] = \[/, (start) => `${start}${camel}Provider, `],
      ]),
      editedFile(dir, catalogue, [
        [
          /^\];$/m,
          (end) => `  {
    id: ${nextTypeId(dir)},
    name: '${kebab}',
    label: '${label}',
    baseUrl: 'https://api.example.com',
    baseUrlRequired: false,
    keyRequired: true,
    site: '',
    models: [],
    testModel: '',
    isDemo: false,
  },
${end}`,
        ],
      ]),
    ],
    nextSteps: [
      `set number, label, address, key page and models in ${catalogue} (one-hub's number where it has one: docs/reference/compatibility.md)`,
      `write into ${folder}/${kebab}-provider.ts what the vendor does differently, with its source`,
    ],
  };
}

/** Our own numbers lie above one-hub's. */
function nextTypeId(dir) {
  const ids = [...readFileSync(join(dir, catalogue), 'utf8').matchAll(/^ {4}id: (\d+),$/gm)].map((match) =>
    Number(match[1]),
  );
  return Math.max(1000, ...ids) + 1;
}
