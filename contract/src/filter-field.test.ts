import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryCode, queryText } from './call.ts';
import { logCalls } from './entities/log.ts';
import { logFilterFields, ownLogFilterFields } from './entities/log-filter-fields.ts';
import { field, ownFields, queryOf, setFields } from './filter-field.ts';

/** The table of the log with two more fields. */
const more = {
  ...logFilterFields,
  country: field(queryText(2), { about: 'Country of the caller', column: 'country' }),
  note: field(queryCode(), { about: 'Note of the operator', isForAdmins: true }),
};

describe('a table of fields', () => {
  it('is the query of every call about the log', () => {
    const names = Object.keys(logFilterFields);
    for (const { query } of [logCalls.list, logCalls.exportCsv, logCalls.stat])
      expect(Object.keys(query.shape)).toEqual(expect.arrayContaining(names));
    for (const { query } of [logCalls.listSelf, logCalls.exportSelfCsv, logCalls.statSelf]) {
      const asked = Object.keys(query.shape);
      expect(asked).toEqual(expect.arrayContaining(Object.keys(ownLogFilterFields)));
      expect(asked).not.toEqual(expect.arrayContaining(['username']));
    }
  });

  it('gives an added field to the query, described, and an administrators’ field to theirs alone', () => {
    const query = z.object(queryOf(more));
    const parsed = query.parse({ country: ' de ', note: '7', model_name: '' });
    expect(parsed).toMatchObject({ country: 'de', note: 7 });
    expect(parsed.model_name satisfies string | undefined).toBeUndefined();
    expect(query.safeParse({ country: 'deu' }).success).toBe(false);
    expect(query.shape.country.description).toBe('Country of the caller');

    const own = z.strictObject(queryOf(ownFields(more)));
    expect(own.safeParse({ country: 'de' }).success).toBe(true);
    expect(own.safeParse({ note: '7' }).success).toBe(false);
    // @ts-expect-error: the types know that users have no such field.
    expect(own.shape.note).toBeUndefined();
  });

  it('names the fields that narrow a list: 0, the empty text and absent values do not', () => {
    const filter = { country: 'de', note: 0, log_type: 2, token_name: '', user_id: undefined };
    expect(setFields(more, filter)).toEqual([
      { name: 'log_type', field: more.log_type, value: 2 },
      { name: 'country', field: more.country, value: 'de' },
    ]);
  });
});
