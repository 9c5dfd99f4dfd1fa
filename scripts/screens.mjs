/**
 * `npm run docs:screens`: writes the table of `docs/reference/screens.md` from the descriptions of the features, the
 * files of their pages and the contract. `--check` only says whether the page is stale. The part below the mark is written by hand.
 * Runs on the pinned Node, which reads the `.ts` files as they are.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rootDir } from './preparation.mjs';

const page = 'docs/reference/screens.md';
const mark = '<!-- Below: written by hand. -->';
const roles = { everybody: 'everybody', user: 'signed in', admin: 'administrators', root: 'root' };

/** Names of the calls that `console/src/ui/list/entity-queries.ts` makes. */
const entityCalls = ['list', 'get', 'create', 'update', 'remove'];

/** States that a file draws, by the words that show them. */
const states = {
  loading: /Skeleton|<DataTable|<ListPage|<ChartCard|<ModelPriceTable/,
  empty: /EmptyState|<ListPage|\bempty=/,
  error: /ErrorState|<DataTable|<ListPage|<ChartCard|FailureNote|isError|OwnerPage|FormError|useContractForm/,
};

/** Everything that a file loads out of `features/`, `ui/` and `api/`, now or later. */
function filesOf(file, seen = new Set()) {
  if (seen.has(file) || !/console\/src\/(features|ui|api)\//.test(file) || !existsSync(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, target] of source.matchAll(/^(?!import type).*(?:from|import\()\s*'(\.[^']+)'/gm)) {
    filesOf(resolve(dirname(file), target), seen);
  }
  return seen;
}

/** Calls that a file names, one by one or as those of a list with a form (`entityQueries`). */
export function namedCalls(source) {
  const single = [...source.matchAll(/\b(\w+Calls)\.(\w+)\b/g)];
  const entities = [...source.matchAll(/= entityQueries\('[\w-]+', (\w+Calls)\b/g)];
  return [
    ...single.map(([, group, name]) => ({ group, name })),
    ...entities.flatMap(([, group]) => entityCalls.map((name) => ({ group, name }))),
  ];
}

async function describeScreens() {
  const load = (path) => import(pathToFileURL(join(rootDir, path)).href);
  const contract = await load('contract/src/index.ts');
  const { features } = await load('console/src/features/features.ts');
  const { firstCalls } = await load('console/src/api/first-calls.ts');
  const groups = { ...contract, firstCalls };
  const signIn = 'POST /api/user/login';
  // The frame makes these on every screen; a session that ends brings the sign-in to it.
  const frame = new Set(['GET /api/status', 'GET /api/notice', 'GET /api/user/self', signIn]);
  const callsIn = (source) => [
    ...namedCalls(source)
      .map(({ group, name }) => groups[group]?.[name])
      .filter((call) => call?.method !== undefined)
      .map(({ method, path }) => `${method} ${path}`),
    ...[...source.matchAll(/\bfetch\('(\/v1\/[\w/]+)', \{\s*(?:method: '(\w+)')?/g)].map(
      ([, path, method = 'GET']) => `${method} ${path}`,
    ),
  ];

  const tests = globSync('e2e/*.e2e.ts', { cwd: rootDir })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(rootDir, path), 'utf8') }));

  return features.flatMap(({ name, title, screens }) => {
    const feature = join(rootDir, 'console/src/features', name);
    const byPage = Map.groupBy(screens, ({ load }) => pageOf(load));
    return [...byPage].map(([page, routes]) => {
      const { openTo } = routes[0];
      const sources = [...filesOf(join(feature, page))].map((path) => ({
        path,
        text: readFileSync(path, 'utf8'),
      }));
      const own = sources.filter(({ path }) => path.startsWith(feature)).map(({ text }) => text);
      const addresses = routes.map(({ path }) => path).sort();
      return {
        title: (routes[0].title ?? title).en_US,
        addresses,
        role: roles[openTo],
        calls: [...new Set(sources.flatMap(({ text }) => callsIn(text)))]
          .filter((one) => !frame.has(one) || (one === signIn && name === 'session'))
          .sort(),
        states: [
          ...Object.keys(states).filter((name) => own.some((text) => states[name].test(text))),
          ...(openTo === 'admin' || openTo === 'root' ? ['no permission'] : []),
        ],
        // The list of screens derives from the descriptions.
        tests: [
          ...tests
            .filter(({ text }) => addresses.some((address) => opens(text, address)))
            .map(({ path }) => path),
          'e2e/console-screens.e2e.ts',
        ],
      };
    });
  });
}

/** File of the page that a description loads. */
const pageOf = (load) => /import\('([^']+)'\)/.exec(String(load))[1];

/** Whether a test goes to an address: named as a whole, or with a query behind it. */
const opens = (text, address) =>
  new RegExp(`['"\`]${address.replaceAll('/', '\\/')}(?:['"\`?#]|$)`, 'm').test(text);

async function writeTable() {
  const lines = (await describeScreens()).flatMap(
    ({ title, addresses, role, calls, states: shown, tests }) => [
      `## ${title}`,
      '',
      `| | |`,
      '|---|---|',
      `| Address | ${addresses.map((one) => `\`${one}\``).join(', ')} |`,
      `| Open to | ${role} |`,
      `| Calls | ${calls.length === 0 ? 'none of its own' : calls.map((one) => `\`${one}\``).join('<br>')} |`,
      `| States | ${['content', ...shown].join(', ')} |`,
      `| Browser tests | ${[...new Set(tests)].map((one) => `[${one.slice(4)}](../../${one})`).join(', ')} |`,
      '',
    ],
  );
  return `${[
    '# Screens of the console',
    '',
    '`npm run docs:screens` generates this page from the descriptions of the features, the imports of their pages and',
    'the contract. Every screen also calls `GET /api/status`, `GET /api/notice` and, for signed-in users,',
    '`GET /api/user/self`. When a session ends, it calls `POST /api/user/login`. `e2e/console-screens.e2e.ts` checks each screen in one look, and with `--long` in all languages, themes and widths.',
    '',
    ...lines,
    mark,
  ].join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const path = join(rootDir, page);
  const old = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [, byHand = ''] = old.split(`${mark}\n`);
  const text = (await writeTable()) + byHand;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (old !== text) {
    console.log(`${page} is stale; \`npm run docs:screens\` writes it.`);
    process.exitCode = 1;
  }
}
