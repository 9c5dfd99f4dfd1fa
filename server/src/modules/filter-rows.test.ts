import { field, logFilterFields, queryCode, queryText, setFields } from '@turnpike/contract';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tables } from '../db/tables.ts';
import { filterRows } from './filter-rows.ts';

/** Compiles statements and runs none. */
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (given) => new SqliteIntrospector(given),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const logs = db.selectFrom('logs').select('id');

const conditionsOf = (statement: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
  const { sql, parameters } = statement.compile();
  return [sql.split(' where ')[1], ...parameters];
};

describe('rows with the values of fields', () => {
  it('are compared as the table says', () => {
    const filter = {
      start_timestamp: 5,
      end_timestamp: 9,
      model_name: 'm',
      ended_by: 'failed',
      log_type: 0,
    } as const;
    expect(conditionsOf(filterRows(logs, setFields(logFilterFields, filter)))).toEqual([
      '"created_at" >= ? and "created_at" <= ? and "model_name" = ? and "ended_by" in (?, ?, ?)',
      ...[5, 9, 'm', 'upstream', 'timeout', 'gateway'],
    ]);
  });

  it('are compared in any case by a part of a text and by its beginning', () => {
    const fields = {
      content: field(queryText(), { about: '', column: 'content', compare: 'part' }),
      token_name: field(queryText(), { about: '', column: 'token_name', compare: 'beginning' }),
    };
    expect(conditionsOf(filterRows(logs, setFields(fields, { content: 'A%', token_name: 'B' })))).toEqual([
      `lower("content") like ? escape '\\' and lower("token_name") like ? escape '\\'`,
      ...['%a\\%%', 'b%'],
    ]);
  });

  it('follow a field that is added to the table, and not one whose condition the list states', () => {
    const more = {
      ...logFilterFields,
      streamed: field(queryCode(), { about: '1 streamed', column: 'is_stream' }),
      note: field(queryText(), { about: 'Note' }),
    };
    const rows = filterRows(logs, setFields(more, { streamed: 1, note: 'x', username: 'ann' }));
    expect(conditionsOf(rows)).toEqual(['"is_stream" = ?', 1]);
  });

  it('need columns that their table has', () => {
    const fields = { country: field(queryText(), { about: '', column: 'country' }) };
    // @ts-expect-error: the log has no such column.
    expect(conditionsOf(filterRows(logs, setFields(fields, { country: 'de' })))).toEqual([
      '"country" = ?',
      'de',
    ]);
  });
});
