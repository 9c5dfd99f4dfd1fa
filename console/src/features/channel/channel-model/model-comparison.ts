import { coversModel } from '@turnpike/contract';
import type { MappingRow } from './mapping.ts';

export const isSameModels = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((model) => other.includes(model));

/** @param testModel what tests call, empty for the first; one that is gone gives way to the provider's own */
export function testModelAmong(models: readonly string[], testModel: string, ofProvider: string): string {
  if (testModel === '') return '';
  return [testModel, ofProvider].find((one) => models.some((name) => coversModel(name, one))) ?? '';
}

/** Rows of a mapping that name one of these models on either side; `+` before a target is no part of its name. */
export const rowsNaming = (rows: readonly MappingRow[], models: ReadonlySet<string>): MappingRow[] =>
  rows.filter(({ from, to }) => models.has(from) || models.has(to.replace(/^\+/, '')));
