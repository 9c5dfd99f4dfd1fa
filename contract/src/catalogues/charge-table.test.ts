import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callEnding, callMoment, chargeRule } from './charge-rules.ts';
import { chargeTable } from './charge-table.ts';
import { optionCatalogue } from './options.ts';

const page = readFileSync(new URL('../../../docs/reference/charging-internals.md', import.meta.url), 'utf8');

/** The codes of each row of the page's table, in their order. */
const rowsOfPage = page
  .split('\n')
  .filter((line) => callEnding.some((ending) => line.startsWith(`| \`${ending}\` |`)))
  .map((line) => [...line.matchAll(/`(\w+)`/g)].map(([, code]) => code));

describe('the table of charges', () => {
  it('stands in docs/reference/charging-internals.md, row by row', () => {
    expect(rowsOfPage).toEqual(
      chargeTable.map(({ ending, moment, endedBy, rule, option }) =>
        [ending, moment, endedBy, rule, option?.key, option?.rule].filter((code) => code != null),
      ),
    );
    for (const { option } of chargeTable.filter((row) => row.option !== undefined))
      expect(page).toContain(`\`${option?.key}\` ${option?.isOn ? 'on' : 'off'}: \`${option?.rule}\``);
  });

  it('has each rule, ending and moment, and each combination once', () => {
    const of = (field: 'ending' | 'moment' | 'rule') => new Set(chargeTable.map((row) => row[field]));
    expect(of('ending')).toEqual(new Set(callEnding));
    expect(of('moment')).toEqual(new Set(callMoment));
    expect(of('rule')).toEqual(new Set([...chargeRule, null]));
    expect(new Set(chargeTable.map(({ ending, moment }) => `${ending} ${moment}`)).size).toBe(
      chargeTable.length,
    );
  });

  it('says what an option changes, not what it is at first', () => {
    for (const { option } of chargeTable)
      if (option !== undefined) expect(optionCatalogue[option.key].initial).toBe(String(!option.isOn));
  });
});
