import { join } from 'node:path';

const source = join(import.meta.dirname, 'src');
const featureOf = (id: string): string | undefined => /\/console\/src\/features\/([^/]+)\//.exec(id)?.[1];
const sharedTexts = /\/console\/src\/(?:ui|api|shell|shell\/palette)\/locales\/(\w+)\.ts$/;
const isText = (id: string): boolean => id.includes('/locales/');

const chartScreens = new Set(['dashboard', 'analytics']);

/** Screens that use a module of the kit. */
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
 * - `panel`, the frame of the panel, and `kit`, which its screens share; `lists` adds what screens with charts do not use
 * - one for each feature with its dialogs, and the texts by language
 *
 * Parts of the kit that are loaded when they are shown (charts, calendars, Markdown) are files of their own.
 * @returns name of a module's file; null: the bundler's choice
 */
export function screenChunks(): (id: string, graph: ModuleGraph) => string | null {
  let names: Map<string, string> | undefined;
  return (id, graph) => {
    const language = sharedTexts.exec(id)?.[1];
    if (language !== undefined) return `texts-${language}`;
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

  const screens = graph.getModuleInfo(file('app/routes.tsx'))?.dynamicallyImportedIds ?? [];
  const pages = screens.filter((id) => featureOf(id) !== undefined);
  name(loadedWith(graph, [file('main.tsx')]), 'start');
  const publicPages = ['session/sign-in', 'home/home', 'about/about', 'jump/jump'].map((page) =>
    file(`features/${page}-page.tsx`),
  );
  name(
    [...loadedWith(graph, publicPages)].filter((id) => !featureOf(id)),
    'public',
  );
  name(loadedWith(graph, [file('shell/panel-layout.tsx')]), 'panel');

  const withCharts = new Set<string>();
  const users = new Map<string, Set<string>>();
  for (const page of pages) {
    if (chartScreens.has(featureOf(page) ?? ''))
      for (const id of loadedWith(graph, [page], { lazyParts: true })) withCharts.add(id);
    for (const id of loadedWith(graph, [page])) {
      const feature = featureOf(id);
      if (feature !== undefined) name([id], feature);
      else users.set(id, (users.get(id) ?? new Set()).add(featureOf(page) ?? ''));
    }
  }
  for (const [id, features] of users) {
    if (features.size >= MIN_SCREENS) name([id], withCharts.has(id) ? 'kit' : 'lists');
    else if (features.size === 1) name([id], [...features].join(''));
  }
  return names;
}

/**
 * Modules that come with these: what they import, and the lazy parts of the same feature.
 * @param lazyParts the kit's lazy parts as well
 */
function loadedWith(
  graph: ModuleGraph,
  ids: readonly string[],
  { lazyParts = false }: { lazyParts?: boolean } = {},
): Set<string> {
  const seen = new Set<string>();
  const open = [...ids];
  while (open.length > 0) {
    const id = open.pop() as string;
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    const feature = featureOf(id);
    const lazy = feature === undefined && !lazyParts ? [] : (info?.dynamicallyImportedIds ?? []);
    open.push(...(info?.importedIds ?? []), ...lazy.filter((one) => lazyParts || featureOf(one) === feature));
  }
  return seen;
}
