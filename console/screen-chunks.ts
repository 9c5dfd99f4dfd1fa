import { join } from 'node:path';

const source = join(import.meta.dirname, 'src');
const featureOf = (id: string): string | undefined => /\/console\/src\/features\/([^/]+)\//.exec(id)?.[1];
const isText = (id: string): boolean => /\/console\/src\/.*\/locales\//.test(id);

/** Calls about payments, for the few screens that make them; the contract's index would bring them along with `start`. */
const moneyCalls =
  /\/contract\/src\/(entities\/(invoice|order|payment|payment-statement|redemption)|catalogues\/payment-gateways)\.ts$/;

/** As `moneyCalls`: parts of the contract that one feature uses. */
const ofFeatures = {
  channel: /\/contract\/src\/(entities\/channel-(check|comparison|edit)|channel-edits)\.ts$/,
  playground: /\/contract\/src\/(entities\/quote|error-catalogue)\.ts$/,
  profile: /\/contract\/src\/entities\/notification\.ts$/,
};

const chartScreens = ['dashboard', 'analytics'];

/** Screens that share a module of the kit. */
const MIN_SCREENS = 2;

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/**
 * Names the files of the build, so that a screen is a dozen files instead of 150. The files are:
 *
 * - `start`, which every page loads, and `public`, which public pages add
 * - `panel`, the frame of the panel, and `kit`, which its screens share; `forms` and `lists` add what screens with charts
 *   do not use, and `lists` what the settings do not use either
 * - `money`, the calls about payments
 * - one for each feature with its dialogs, `dates` for the calendars, and the texts by language
 *
 * Other parts that are loaded when they are drawn (charts, Markdown) are files of their own.
 * @returns name of a module's file; null: the bundler's choice
 */
export function screenChunks(): (id: string, graph: ModuleGraph) => string | null {
  let names: Map<string, string> | undefined;
  return (id, graph) => {
    names ??= nameChunks(graph);
    return names.get(id) ?? null;
  };
}

function nameChunks(graph: ModuleGraph): Map<string, string> {
  const names = new Map<string, string>();
  const name = (ids: Iterable<string>, chunk: string): void => {
    for (const id of ids) if (!names.has(id) && !isText(id)) names.set(id, chunk);
  };
  const file = (path: string): string => join(source, path);

  const features = graph.getModuleInfo(file('features/features.ts'))?.importedIds ?? [];
  const pages = features.flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const started = loadedWith(graph, [file('main.tsx')]);
  name(
    [...started].filter((id) => moneyCalls.test(id)),
    'money',
  );
  for (const [feature, pattern] of Object.entries(ofFeatures)) {
    name(
      [...started].filter((id) => pattern.test(id)),
      feature,
    );
  }
  name(started, 'start');
  const publicPages = ['session/sign-in', 'home/home', 'about/about', 'jump/jump'].map((page) =>
    file(`features/${page}-page.tsx`),
  );
  name(
    [...loadedWith(graph, publicPages)].filter((id) => !featureOf(id)),
    'public',
  );
  name(loadedWith(graph, [file('shell/panel-layout.tsx')]), 'panel');

  const users = screensByModule(graph, pages);
  const laterUsers = screensByModule(graph, pages, { lazyParts: true });
  for (const [id, [screen = '']] of users) {
    const screens = laterUsers.get(id) ?? new Set();
    name([id], featureOf(id) ?? (screens.size >= MIN_SCREENS ? sharedBy(screens) : screen));
  }
  const partsOf = (folder: string, parts: readonly string[]): Set<string> =>
    loadedWith(
      graph,
      parts.map((part) => file(`ui/${folder}/${part}.tsx`)),
    );
  const plots = partsOf('chart', ['column-plot', 'line-plot']);
  const pickers = partsOf('date', ['date-picker', 'date-time-picker']);
  name(
    [...pickers].filter((id) => !plots.has(id)),
    'dates',
  );
  return names;
}

/** A screen without a table, or with charts, need not load what only lists use. */
function sharedBy(screens: ReadonlySet<string>): string {
  if (chartScreens.some((one) => screens.has(one))) return 'kit';
  return screens.has('setting') ? 'forms' : 'lists';
}

function screensByModule(
  graph: ModuleGraph,
  pages: readonly string[],
  options?: LoadedOptions,
): Map<string, Set<string>> {
  const screens = new Map<string, Set<string>>();
  for (const page of pages) {
    for (const id of loadedWith(graph, [page], options))
      screens.set(id, (screens.get(id) ?? new Set()).add(featureOf(page) ?? ''));
  }
  return screens;
}

interface LoadedOptions {
  /** Also those that are loaded when they are drawn. */
  lazyParts?: boolean;
}

/** Modules that come with these. */
function loadedWith(
  graph: ModuleGraph,
  ids: readonly string[],
  { lazyParts = false }: LoadedOptions = {},
): Set<string> {
  const seen = new Set<string>();
  const open = [...ids];
  while (open.length > 0) {
    const id = open.pop() as string;
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    open.push(...(info?.importedIds ?? []), ...(lazyParts ? (info?.dynamicallyImportedIds ?? []) : []));
  }
  return seen;
}
