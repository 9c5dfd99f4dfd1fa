import { describe, expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

const columns = { name: 'text', count: 'number', made: 'time' } as const;

async function textOf(...batches: object[][]): Promise<string> {
  async function* given() {
    for (const batch of batches) yield batch as Record<string, unknown>[];
  }
  let text = '';
  for await (const part of csvText(columns, given())) text += part;
  return text;
}

describe('comma-separated values', () => {
  it('begin with the names of the columns, also when there is no row', async () => {
    expect(await textOf()).toBe('\uFEFFname,count,made\r\n');
  });

  it('hold numbers, times in UTC and texts of every kind', async () => {
    const text = await textOf(
      [{ name: 'plain', count: -3, made: 0 }],
      [{ name: 'a "b", c\nd', count: true, made: 1_800_000_000, secret: 'not a column' }],
    );
    expect(text.split('\r\n').slice(1)).toEqual([
      'plain,-3,',
      '"a ""b"", c\nd",1,2027-01-15T08:00:00.000Z',
      '',
    ]);
  });

  it('leave a cell empty where there is no number', async () => {
    expect(await textOf([{ name: null, count: null, made: null }])).toContain('\r\n,,\r\n');
  });

  it('keep texts from being computed', async () => {
    expect(await textOf([{ name: '=1+1', count: -1, made: 0 }])).toContain("\r\n'=1+1,-1,");
  });
});
