import { logFilterFields } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { isSearch, type LogFilter, searchedColumns } from './log-filter.ts';

const value = (name: string) => (name === 'ended_by' ? 'completed' : name.endsWith('name') ? 'x' : 7);

describe('a search of log rows', () => {
  it.each(Object.entries(logFilterFields))(
    'by %s looks at its column, unless an index leads to the rows',
    (name, facts) => {
      const filter: LogFilter = { [name]: value(name) };
      const { column, index } = facts as { column?: string; index?: string };
      const isSearched = index === 'user';
      expect(isSearch(filter)).toBe(isSearched);
      expect(searchedColumns(filter)).toEqual(['id', 'created_at', ...(isSearched ? [column] : [])]);
    },
  );

  it('of one request looks at no bounded number of rows', () => {
    expect(isSearch({ request_id: 'req_1', model_name: 'm' })).toBe(false);
  });
});
