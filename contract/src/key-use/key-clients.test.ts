import { describe, expect, it } from 'vitest';
import { baseAddresses } from './base-addresses.ts';
import { keyClients } from './key-clients.ts';
import { type KeyClient, type KeyUseBlock, shellWord, TERMINAL } from './key-use.ts';

const subject = { serverAddress: 'http://localhost:3000', tokenKey: 'sk-…', model: 'demo-chat' };

const languages: Readonly<Record<string, string>> = {
  JavaScript: 'js',
  Python: 'python',
  [TERMINAL]: 'sh',
  '~/.codex/config.toml': 'toml',
};
const languageOf = (place: string): string => languages[place] ?? (place.endsWith('.json') ? 'json' : 'sh');

function blockText(block: KeyUseBlock): string {
  const place = block.place === TERMINAL ? 'In a terminal' : block.place;
  if ('code' in block) return `${place}:\n\n\`\`\`${languageOf(block.place)}\n${block.code}\n\`\`\``;
  const rows = block.fields.map(({ name, value }) => `| ${name} | \`${value}\` |`);
  return `${place}:\n\n| Field | Value |\n|---|---|\n${rows.join('\n')}`;
}

function clientText({ name, tried, textsFor }: KeyClient): string {
  const { address, blocks, links } = textsFor(subject);
  const facts = [
    `Base address: \`${address}\`.`,
    tried === null ? 'Not tried by a test.' : `Tried with: ${tried}.`,
    links.length === 0 ? '' : 'The console also has a link that opens it with the key.',
  ].filter(Boolean);
  return [`## ${name}`, facts.join(' '), ...blocks.map(blockText)].join('\n\n');
}

const guide = (): string => `# Clients

The console shows these texts with your key, address and model: open the menu of an API key and choose **Use this key**. On this page, \`http://localhost:3000\` is the address of Turnpike, \`sk-…\` the key and \`demo-chat\` the model. If you have such a file already, add the lines to it.

## Base addresses

| Client | Base address |
|---|---|
${baseAddresses.map(({ clients, path }) => `| ${clients} | \`${subject.serverAddress}${path}\` |`).join('\n')}

${keyClients.map(clientText).join('\n\n')}
`;

describe('the clients that take a key', () => {
  it('are what docs/guides/clients.md says', async () => {
    await expect(guide()).toMatchFileSnapshot('../../../docs/guides/clients.md');
  });

  it.each(keyClients.map((client) => [client.id, client] as const))(
    '%s gets address, key and files that can be read',
    (_id, client) => {
      const use = client.textsFor({ serverAddress: 'https://a.b', tokenKey: 'sk-1', model: 'it\'s "m"' });
      const text = JSON.stringify(use);
      expect(use.address.startsWith('https://a.b')).toBe(true);
      expect(text).toContain(use.address);
      expect(text).toContain('sk-1');
      for (const block of use.blocks)
        if (block.place.endsWith('.json') && 'code' in block) JSON.parse(block.code);
    },
  );
});

it('hands Cherry Studio, LobeChat, NextChat and CC Switch what their links are made of', () => {
  const linkOf = (id: string): URL => {
    const use = keyClients.find((client) => client.id === id)?.textsFor(subject);
    return new URL(use?.links[0]?.url ?? '');
  };
  const data = linkOf('cherry-studio').searchParams.get('data') ?? '';
  expect(JSON.parse(Buffer.from(data, 'base64').toString())).toEqual({
    ...{ id: 'turnpike', name: 'Turnpike', type: 'openai' },
    ...{ baseUrl: 'http://localhost:3000', apiKey: 'sk-…' },
  });
  expect(JSON.parse(linkOf('lobe-chat').searchParams.get('settings') ?? '')).toEqual({
    keyVaults: { openai: { apiKey: 'sk-…', baseURL: 'http://localhost:3000/v1' } },
  });
  const nextChat = new URL(linkOf('next-chat').hash.slice(1), 'http://x').searchParams.get('settings');
  expect(JSON.parse(nextChat ?? '')).toEqual({ key: 'sk-…', url: 'http://localhost:3000' });
  const ccSwitch = linkOf('cc-switch');
  expect(`${ccSwitch.host}${ccSwitch.pathname}`).toBe('v1/import');
  expect(Object.fromEntries(ccSwitch.searchParams)).toEqual({
    ...{ resource: 'provider', app: 'claude', name: 'Turnpike', homepage: 'http://localhost:3000' },
    ...{ endpoint: 'http://localhost:3000', apiKey: 'sk-…', model: 'demo-chat' },
  });
});

it('gives a shell nothing to read in a word', () => {
  expect(shellWord("a'$(b)")).toBe("'a'\\''$(b)'");
});
