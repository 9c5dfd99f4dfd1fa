import { ratio } from '@turnpike/contract';
import { splitList } from '../../../ui/form/list-input.tsx';
import { numberFrom } from '../../../ui/form/typed-number.ts';
import { mappingFrom } from './mapping.ts';

export interface ModelCostRow {
  /** As the upstream is asked for it. */
  model: string;
  typed: string;
}

/** Codes of what is wrong with a row; undefined where nothing is. */
export interface ModelCostFault {
  model?: string | undefined;
  ratio?: string | undefined;
}

/** Fault of a model that an earlier row names. */
export const REPEATED = 'repeated';

const ratioRule = ratio();
/** The number as people type it, with at most nine decimals. */
const typedRatio = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : value.toFixed(9).replace(/\.?0+$/, '');

/** @param ratios as the form or its draft has them; null for what was no number */
export const rowsOf = (ratios: Readonly<Record<string, number | null>>): ModelCostRow[] =>
  Object.entries(ratios).map(([model, value]) => ({ model, typed: typedRatio(value) }));

const isEmpty = ({ model, typed }: ModelCostRow): boolean => model.trim() === '' && typed.trim() === '';

/** One for each row. */
export function faultsOf(rows: readonly ModelCostRow[]): ModelCostFault[] {
  const names = rows.map(({ model }) => model.trim());
  return rows.map((row, index) =>
    isEmpty(row) ? {} : faultOf(row, names.indexOf(row.model.trim()) < index),
  );
}

function faultOf({ model, typed }: ModelCostRow, isRepeated: boolean): ModelCostFault {
  const value = ratioRule.safeParse(numberFrom(typed));
  const nameless = model.trim() === '' ? 'field.required' : undefined;
  return {
    model: nameless ?? (isRepeated ? REPEATED : undefined),
    ratio:
      typed.trim() === '' ? 'field.required' : value.error && ratioFault(value.error.issues[0]?.code, typed),
  };
}

function ratioFault(code: string | undefined, typed: string): string {
  if (code === 'custom') return 'number.too_many_decimals';
  if (Number.isNaN(numberFrom(typed))) return 'field.not_a_number';
  return code === 'too_small' ? 'field.too_small|0' : 'field.too_big|1000000';
}

/** Ratios of the rows. A row with a fault has NaN, which the rules of the form refuse. */
export function ratiosOf(rows: readonly ModelCostRow[]): Record<string, number> {
  const faults = faultsOf(rows);
  const entries = rows.flatMap((row, index): [string, number][] => {
    if (isEmpty(row)) return [];
    const { model, ratio } = faults[index] ?? {};
    return [[row.model.trim(), (model ?? ratio) ? Number.NaN : numberFrom(row.typed)]];
  });
  return Object.fromEntries(entries);
}

/** Names that the upstream is asked for; undefined where a pattern serves names that nobody knows. */
export function upstreamModels(models: string, mapping: string): string[] | undefined {
  const names = splitList(models);
  const targets = new Map((mappingFrom(mapping) ?? []).map(({ from, to }) => [from, to.replace(/^\+/, '')]));
  if (names.some((name) => name.endsWith('*'))) return undefined;
  return [...new Set(names.map((name) => targets.get(name) ?? name))];
}
