/**
 * `npm run docs:providers`: writes `docs/reference/providers.md` from the descriptions of the vendors.
 * `--check` only says whether the page is stale. The page is made by the pinned Node, which reads the `.ts` files as
 * they are.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runGroup } from './child.mjs';
import { rootDir, runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

const page = 'docs/reference/providers.md';
const registry = 'server/src/providers/provider-registry.ts';
const retirements = 'server/src/providers/retired-providers.ts';

/** Meanings of a channel's `other`, by the word in a description. */
const meanings = { api_version: 'version of the API', region: 'region' };

const code = (text) => `\`${text}\``;
/** A `|` ends a cell, in code too. */
const row = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head, rows) => [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];

/** Dialects with their operation, in the order in which providers name them. */
function columnsOf(providers) {
  const names = new Map();
  for (const { forms } of providers) {
    for (const { dialect } of forms) names.set(dialect.name, dialect.operation.name);
  }
  const operations = [...new Set(names.values())];
  return operations.flatMap((operation) =>
    [...names].filter(([, own]) => own === operation).map(([name]) => ({ name, operation })),
  );
}

function offerOf({ forms }, { name }) {
  const form = forms.find(({ dialect }) => dialect.name === name);
  if (form === undefined) return '';
  if (form.needs !== undefined) return 'if named';
  return form.except === undefined && form.only === undefined ? 'yes' : 'some models';
}

function keyOf({ key }) {
  if (key === null) return 'none';
  const ways = key.parts === undefined ? [] : [key.parts, ...(key.orParts ?? [])];
  const parts = ways.length === 0 ? '' : `: ${ways.map((names) => code(names.join('|'))).join(' or ')}`;
  return `${key.isOptional ? 'optional' : 'required'}${parts}`;
}

/** One row for each plugin of a provider. */
const pluginsOf = ({ typeId, label, plugin }) =>
  [...Map.groupBy(plugin?.parameters ?? [], (parameter) => parameter.plugin)].map(([name, parameters]) => [
    typeId,
    label,
    code(name),
    parameters
      .map((one) => code(one.name) + (one.example === '' ? '' : ` (${code(one.example)})`))
      .join(', '),
  ]);

const addressOf = ({ baseUrl, answerLocally }) => {
  if (baseUrl !== '') return code(baseUrl);
  return answerLocally === undefined ? 'set in the channel' : 'none';
};

const otherOf = ({ other }) =>
  other === undefined ? '' : `${meanings[other.means] ?? other.means}, ${code(other.default)} by default`;

const siteOf = ({ key }) => (key?.site ? `<${key.site}>` : '');

const listOf = ({ modelList }) => (modelList === undefined ? '' : code(modelList.path));

const balanceOf = ({ balance }) =>
  balance === undefined ? '' : `${code(balance.path)}, ${balance.currency}`;

/** The types that a channel of a retired vendor may have instead. */
function successorsOf({ successors }, providers) {
  return successors
    .map((typeId) => `${providers.find((provider) => provider.typeId === typeId).label} (${typeId})`)
    .join(', ');
}

/**
 * @param {object[]} listed providers as `provider-registry.ts` has them
 * @param {object[]} retired as `retired-providers.ts` has them
 */
export function writePage(listed, retired) {
  const providers = listed.toSorted((one, other) => one.typeId - other.typeId);
  const columns = columnsOf(providers);
  return `${[
    '# Providers',
    '',
    '`npm run docs:providers` generates this page from `server/src/providers/`. A provider’s number is the `type` of its',
    'channels.',
    '',
    '## Supported dialects',
    '',
    'Each column is a dialect, with its operation in brackets. The cells have these values:',
    '',
    '- “yes”: the vendor has a path for the dialect.',
    '- “some models”: the vendor offers only some models in the dialect.',
    '- “if named”: the dialect is available if the `dialects` of the channel name it.',
    '',
    'Calls in another conversation dialect are converted. `bedrock-converse` is used only with upstreams.',
    '',
    ...table(
      ['Number', 'Provider', ...columns.map(({ name, operation }) => `${name} (${operation})`)],
      providers.map((provider) => [
        provider.typeId,
        provider.label,
        ...columns.map((column) => offerOf(provider, column)),
      ]),
    ),
    '',
    '## Address and key',
    '',
    'The parts of a key are separated by `|`. A name in braces in an address stands for one of these parts. `other` is the',
    'channel field with that name.',
    '',
    'The gateway requests the list of models and the balance at paths below the address. An empty cell means that the',
    'provider has no such path. The currency is that of accounts at the default address, unless the response names one.',
    '',
    ...table(
      [
        'Number',
        'Provider',
        'Default address',
        'Key',
        '`other`',
        'Page with keys',
        'List of models',
        'Balance',
      ],
      providers.map((provider) => [
        provider.typeId,
        provider.label,
        addressOf(provider),
        keyOf(provider),
        otherOf(provider),
        siteOf(provider),
        listOf(provider),
        balanceOf(provider),
      ]),
    ),
    '',
    '## Tasks',
    '',
    'These vendors make tasks, in these APIs of callers. [tasks.md](tasks.md) describes them.',
    '',
    ...table(
      ['Number', 'Provider', 'APIs'],
      providers
        .filter(({ tasks }) => tasks !== undefined)
        .map(({ typeId, label, tasks }) => [
          typeId,
          label,
          tasks.dialects.map((name) => code(name)).join(', ') +
            (tasks.only === undefined ? '' : ', some models'),
        ]),
    ),
    '',
    '## Channel settings',
    '',
    'A channel sets these values in `plugin`, by plugin and name. The default value, or an example value, is in brackets.',
    '',
    ...table(['Number', 'Provider', 'Plugin', 'Names'], providers.flatMap(pluginsOf)),
    '',
    '## Retired providers',
    '',
    'These vendors have ended their service, or the number only names the owner of models (43, 44, 46, 48). Channels of these',
    'types are kept but never called. Another type replaces each.',
    '',
    ...table(
      ['Number', 'Provider', 'Ended', 'Replacement', 'Source'],
      retired.map((provider) => [
        provider.typeId,
        provider.label,
        provider.endedOn ?? 'no date',
        successorsOf(provider, providers),
        provider.source === '' ? '' : `<${provider.source}>`,
      ]),
    ),
  ]
    .join('\n')
    // An empty cell has one space.
    .replace(/\| {2}(?=\|)/g, '| ')}\n`;
}

/** @param {{ isCheck: boolean }} options by the pinned Node */
async function makePage({ isCheck }) {
  const { providers } = await import(pathToFileURL(join(rootDir, registry)).href);
  const { retiredProviders } = await import(pathToFileURL(join(rootDir, retirements)).href);
  const path = join(rootDir, page);
  const text = writePage(providers, retiredProviders);
  if (!isCheck) return writeFileSync(path, text);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  console.log(`${page} is stale; \`npm run docs:providers\` writes it.`);
  process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) {
  const [, , option] = process.argv;
  if (option !== undefined) await makePage({ isCheck: option === '--check' });
  else
    await runMain(async () => {
      const { nodePath } = await prepare();
      process.exitCode = await runGroup(nodePath, ['scripts/providers-page.mjs', '--write']);
    });
}
