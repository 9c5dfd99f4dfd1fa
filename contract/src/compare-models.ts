/** A channel's models compared with its provider's offer. */
export interface ModelComparison {
  /** Offered, not chosen. */
  added: string[];
  /** Chosen, not offered. */
  removed: string[];
  kept: string[];
}

/** A name that ends with `*` stands for every one that begins so. */
export const coversModel = (pattern: string, model: string): boolean =>
  pattern === model || (pattern.endsWith('*') && model.startsWith(pattern.slice(0, -1)));

/**
 * @param mapping requested model to the provider's model, as in a channel. A mapped name is offered if its target is, and
 *   it selects its target
 */
export function compareModels(
  chosen: readonly string[],
  offered: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): ModelComparison {
  const targetOf = (name: string): string =>
    Object.hasOwn(mapping, name) ? (mapping[name] as string).replace(/^\+/, '') : name;
  const isOffered = coveredBy(offered);
  const isBegun = (name: string) => name.endsWith('*') && offered.some((model) => coversModel(name, model));
  const isKept = (name: string) => isOffered(targetOf(name)) || isBegun(name);
  const isChosen = coveredBy([...chosen, ...chosen.map(targetOf)]);
  return {
    added: offered.filter((model) => !isChosen(model)),
    removed: chosen.filter((name) => !isKept(name)),
    kept: chosen.filter(isKept),
  };
}

function coveredBy(names: readonly string[]): (model: string) => boolean {
  const exact = new Set(names);
  const patterns = names.filter((name) => name.endsWith('*'));
  return (model) => exact.has(model) || patterns.some((pattern) => coversModel(pattern, model));
}
