/**
 * `npm run docs:screens`: writes the table of `docs/reference/screens.md` from the routes, what they load and the
 * contract. `--check` only says whether the page is stale. The part below the mark is written by hand.
 * Runs on the pinned Node, which reads the `.ts` files as they are.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rootDir } from './preparation.mjs';

const page = 'docs/reference/screens.md';
const mark = '<!-- Below: written by hand. -->';
const roles = { forUsers: 'signed in', forAdmins: 'administrators', forRoot: 'root' };

/** Names of the calls that `console/src/ui/list/entity-queries.ts` makes. */
const entityCalls = ['list', 'get', 'create', 'update', 'remove'];

/** States that a file draws, by the words that show them. */
const states = {
  loading: /Skeleton|<DataTable|<ListPage|<ChartCard|<ModelPriceTable/,
  empty: /EmptyState|<ListPage|\bempty=/,
  error: /ErrorState|<DataTable|<ListPage|<ChartCard|FailureNote|isError|OwnerPage|FormError|useContractForm/,
};

/**
 * @param {string} source of `routes.tsx`; a route stands on one line
 * @returns {{ address: string, component: string, role: string }[]}
 */
export function readRoutes(source) {
  const parents = [];
  const found = [];
  for (const [, line] of source.matchAll(/^\s*(<\/?Route\b.*)$/gm)) {
    if (line.startsWith('</')) {
      parents.pop();
      continue;
    }
    const own = {
      path: /path="([^"]*)"/.exec(line)?.[1] ?? '',
      role: roles[/\{(for\w+)\(/.exec(line)?.[1]],
    };
    if (!line.endsWith('/>')) {
      parents.push(own);
      continue;
    }
    const component = /<(\w+)(?: [^>]*)?\/>/.exec(line.slice(6))?.[1];
    const address = `/${[...parents, own]
      .map(({ path }) => path)
      .filter(Boolean)
      .join('/')}`;
    found.push({
      address,
      component,
      role: [...parents, own].findLast(({ role }) => role)?.role ?? 'everybody',
    });
  }
  return found;
}

/** Component names with the file and the texts of their screen. */
export function readScreens(source) {
  const pattern = /const (\w+) = screen\('([\w-]+)', \(\) => import\('([^']+)'\)\)/g;
  return new Map([...source.matchAll(pattern)].map(([, name, texts, file]) => [name, { texts, file }]));
}

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

  const source = readFileSync(join(rootDir, 'console/src/app/routes.tsx'), 'utf8');
  const screens = readScreens(source);
  const tests = globSync('e2e/{*.e2e.ts,support/screen-list.ts}', { cwd: rootDir })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(rootDir, path), 'utf8') }));

  const byComponent = Map.groupBy(readRoutes(source), ({ component, role }) => `${component} ${role}`);
  const described = [...byComponent.values()].map(async (routes) => {
    const { component, role } = routes[0];
    const screen = screens.get(component);
    if (screen === undefined) return undefined;
    const file = join(rootDir, 'console/src/app', screen.file);
    const feature = dirname(file);
    const sources = [...filesOf(file)].map((path) => ({ path, text: readFileSync(path, 'utf8') }));
    const own = sources.filter(({ path }) => path.startsWith(feature)).map(({ text }) => text);
    const { default: texts } = await load(join(relative(rootDir, feature), 'locales/en_US.ts'));
    const addresses = routes.map(({ address }) => address);
    return {
      title: component === 'PublicPrice' ? 'Prices' : (texts.title ?? 'Home'),
      addresses,
      role,
      calls: [...new Set(sources.flatMap(({ text }) => callsIn(text)))]
        .filter((one) => !frame.has(one) || (one === signIn && component === 'SignIn'))
        .sort(),
      states: [
        ...Object.keys(states).filter((name) => own.some((text) => states[name].test(text))),
        ...(role === 'administrators' || role === 'root' ? ['no permission'] : []),
      ],
      tests: tests
        .filter(({ text }) => addresses.some((address) => opens(text, address)))
        .map(({ path }) => path.replace('e2e/support/screen-list.ts', 'e2e/console-screens.e2e.ts')),
    };
  });
  return (await Promise.all(described)).filter((one) => one !== undefined);
}

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
    '`npm run docs:screens` generates this page from the routes, their imports and the contract. Every screen also calls',
    '`GET /api/status`, `GET /api/notice` and, for signed-in users, `GET /api/user/self`. When a session ends, it calls',
    '`POST /api/user/login`. `e2e/console-screens.e2e.ts` checks each screen in one look, and with `--long` in all languages, themes and widths.',
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
