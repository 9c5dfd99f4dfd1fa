import type { MappingRow } from './mapping.ts';

/** What a channel has beside what its provider offers. */
export interface ModelComparison {
  /** Offered, not chosen. */
  added: string[];
  /** Chosen, not offered. */
  removed: string[];
  kept: string[];
}

/** A name that ends with `*` stands for every one that begins so. */
const covers = (pattern: string, model: string): boolean =>
  pattern === model || (pattern.endsWith('*') && model.startsWith(pattern.slice(0, -1)));

export function compareModels(chosen: readonly string[], offered: readonly string[]): ModelComparison {
  const isOffered = (name: string) => offered.some((model) => covers(name, model));
  return {
    added: offered.filter((model) => !chosen.some((name) => covers(name, model))),
    removed: chosen.filter((name) => !isOffered(name)),
    kept: chosen.filter(isOffered),
  };
}

export const isSameModels = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((model) => other.includes(model));

/** @param testModel what tests call, empty for the first; one that is gone gives way to the provider's own */
export function testModelAmong(models: readonly string[], testModel: string, ofProvider: string): string {
  if (testModel === '') return '';
  return [testModel, ofProvider].find((one) => models.some((name) => covers(name, one))) ?? '';
}

/** Rows of a mapping that name one of these models on either side; `+` before a target is no part of its name. */
export const rowsNaming = (rows: readonly MappingRow[], models: ReadonlySet<string>): MappingRow[] =>
  rows.filter(({ from, to }) => models.has(from) || models.has(to.replace(/^\+/, '')));
