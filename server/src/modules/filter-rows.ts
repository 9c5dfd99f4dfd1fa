import type { SetField } from '@turnpike/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { beginsWith, contains, matches } from './list-query.ts';

type ColumnName<Table extends keyof Tables> = keyof Tables[Table] & string;

/**
 * The rows that have the values of some fields, e.g. `filterRows(rows, setFields(userFilterFields, query))`. Fields without a
 * column are left to the list.
 */
export const filterRows = <Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  set: readonly SetField<PropertyKey, ColumnName<Table>>[],
): SelectQueryBuilder<Tables, Table, Row> =>
  set.reduce((narrowed, one) => {
    const condition = conditionOf(one);
    return condition === undefined ? narrowed : narrowed.where(condition);
  }, rows);

function conditionOf({ field, value }: SetField<PropertyKey, string>) {
  const { column, compare, sets } = field;
  if (column === undefined) return undefined;
  if (compare === 'beginning') return matches(column, beginsWith(String(value)));
  if (compare === 'part') return matches(column, contains(String(value)));
  const stored = sql.ref(column);
  if (compare === 'present') return sql<boolean>`${stored} is not null`;
  if (compare === 'from') return sql<boolean>`${stored} >= ${value}`;
  if (compare === 'to') return sql<boolean>`${stored} <= ${value}`;
  const several = sets?.[value];
  return several === undefined
    ? sql<boolean>`${stored} = ${value}`
    : sql<boolean>`${stored} in (${sql.join(several)})`;
}
