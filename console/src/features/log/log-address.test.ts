import { logCalls, logFilterFields, ownLogFilterFields } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { isFiltered, logFilter, noFilter, rowsKey } from './log-address.ts';
import { logExportHref } from './log-api.ts';

/** Stand in the address as a range and a user's name. */
const notInAddress = ['start_timestamp', 'end_timestamp', 'user_id'];
const names = Object.keys(logFilterFields).filter((name) => !notInAddress.includes(name));
const value = (name: string) => ({ ended_by: 'failed', retried: 'yes' })[name] ?? '7';
const all = logFilter.parse({
  ...Object.fromEntries(names.map((name) => [name, value(name)])),
  range: 'all',
});
const askedOf = (href: string) => [...new URL(href, 'http://turnpike.test').searchParams.keys()];

describe('the address of the log', () => {
  it('has every field, exports by it and is cleared of it', () => {
    expect(names.length).toBeGreaterThan(8);
    expect(askedOf(logExportHref(all, true)).sort()).toEqual(names.sort());
    expect(logExportHref(all, true)).toContain(logCalls.exportCsv.path);
    expect(isFiltered(all, true)).toBe(true);
    expect(isFiltered({ ...all, ...noFilter }, true)).toBe(false);
    expect(Object.keys(rowsKey(all))).toEqual(expect.arrayContaining(names));
  });

  it.each(names)('is filtered by %s alone', (name) => {
    const filter = logFilter.parse({ [name]: value(name) });
    expect(isFiltered(filter, true)).toBe(true);
    expect(isFiltered(filter, false)).toBe(name in ownLogFilterFields);
  });

  it('keeps the fields of administrators from users', () => {
    expect(askedOf(logExportHref(all, false)).sort()).toEqual(
      names.filter((name) => name in ownLogFilterFields).sort(),
    );
  });

  it('is filtered by a range that is not the usual one', () => {
    expect(isFiltered(logFilter.parse({}), true)).toBe(false);
    expect(isFiltered(logFilter.parse({ range: '1h' }), true)).toBe(true);
    expect(askedOf(logExportHref(logFilter.parse({ range: '1h' }), true))).toEqual(['start_timestamp']);
  });
});
