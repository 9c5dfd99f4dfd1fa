import { basename, join } from 'node:path';

const source = join(import.meta.dirname, 'src');
const featureOf = (id: string): string | undefined => /\/console\/src\/features\/([^/]+)\//.exec(id)?.[1];
/** A description of a feature is loaded at the start; its pages are not. */
const isDescription = (id: string): boolean => id.endsWith('-feature.ts');
const isText = (id: string): boolean => id.includes('/locales/');

/** Parts of the kit that are loaded when they are shown; each line is one file. */
const lateParts = [
  ['ui/chart/column-plot.tsx', 'ui/chart/line-plot.tsx'],
  ['ui/date/date-picker.tsx', 'ui/date/date-time-picker.tsx'],
  ['ui/text/owner-markdown.tsx', 'ui/text/markdown.tsx'],
];

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
  name(loadedWith(graph, [file('main.tsx')]), 'start');
  const publicPages = ['session/sign-in', 'home/home', 'about/about', 'jump/jump'].map((page) =>
    file(`features/${page}-page.tsx`),
  );
  name(
    [...loadedWith(graph, publicPages)].filter((id) => !featureOf(id)),
    'public',
  );
  name(loadedWith(graph, [file('shell/panel-layout.tsx')]), 'panel');

  const charts = graph.getModuleInfo(file('ui/chart/chart-card.tsx'))?.dynamicallyImportedIds ?? [];
  const ofCharts = loadedWith(graph, charts);
  const users = new Map<string, Set<string>>();
  for (const page of pages) {
    for (const id of loadedWith(graph, [page])) {
      const feature = featureOf(id);
      if (feature !== undefined) name([id], feature);
      else users.set(id, (users.get(id) ?? new Set()).add(featureOf(page) ?? ''));
    }
  }
  const lateModules = lateParts.map((paths) => loadedWith(graph, paths.map(file)));
  const isLate = (id: string): boolean => lateModules.some((ids) => ids.has(id));
  for (const [id, features] of users) {
    const isOfCharts = ofCharts.has(id) || features.has('dashboard') || features.has('analytics');
    if (features.size >= MIN_SCREENS || isLate(id)) name([id], isOfCharts ? 'kit' : 'lists');
    else if (features.size === 1) name([id], [...features].join(''));
  }
  for (const [index, paths] of lateParts.entries()) {
    const others = lateModules.filter((_, place) => place !== index);
    const own = [...(lateModules[index] ?? [])].filter((id) => !others.some((ids) => ids.has(id)));
    name(own, basename(paths[0] ?? '', '.tsx'));
  }
  return names;
}

/** Modules that come with these: what they import, and the lazy parts of the same feature, such as its dialogs. */
function loadedWith(graph: ModuleGraph, ids: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...ids];
  while (open.length > 0) {
    const id = open.pop() as string;
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    const feature = featureOf(id);
    const own = feature === undefined || isDescription(id) ? [] : (info?.dynamicallyImportedIds ?? []);
    open.push(...(info?.importedIds ?? []), ...own.filter((one) => featureOf(one) === feature));
  }
  return seen;
}
