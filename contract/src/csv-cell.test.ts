import { describe, expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

describe('a text as a cell of comma-separated values', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\n=1', '"\'\n\'=1"'],
  ])('%j is not computed', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each([
    [';=1', ";'=1"],
    ['a;=1;-2', "a;'=1;'-2"],
    ['a,=1;＝2', '"a,=1;\'＝2"'],
  ])('%j is not computed where `;` separates cells', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each(['a=b', 'gpt-4o', 'a; b', '1+1', ''])('%j stays as it is', (text) => {
    expect(csvCell(text)).toBe(text);
  });
});
