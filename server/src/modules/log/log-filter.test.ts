import { logFilterFields } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { isSearch, type LogFilter, searchedColumns } from './log-filter.ts';

const value = (name: string) =>
  ({ ended_by: 'completed', retried: 'yes' })[name] ?? (name.endsWith('name') ? 'x' : 7);
/** A call is tried at the channel that answered, too. */
const columnsOf = (name: string, column: string | undefined) =>
  name === 'channel_tried' ? ['channel_id', 'tried_channels'] : [column];

describe('a search of log rows', () => {
  it.each(Object.entries(logFilterFields))(
    'by %s looks at its column, unless an index leads to the rows',
    (name, facts) => {
      const filter: LogFilter = { [name]: value(name) };
      const { column, index } = facts as { column?: string; index?: string };
      const isSearched = index === 'user';
      expect(isSearch(filter)).toBe(isSearched);
      expect(searchedColumns(filter)).toEqual([
        'id',
        'created_at',
        ...(isSearched ? columnsOf(name, column) : []),
      ]);
    },
  );

  it('of one request looks at no bounded number of rows', () => {
    expect(isSearch({ request_id: 'req_1', model_name: 'm' })).toBe(false);
  });
});
