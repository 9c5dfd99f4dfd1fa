import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PdfMaker } from './pdf-maker.ts';
import type { PdfSheet } from './pdf-sheet.ts';

const sheet: PdfSheet = {
  forms: 'japanese',
  head: { site: '料金所', name: '#202610-3', status: '未払い' },
  blocks: [
    {
      title: 'ユーザー',
      entries: [
        ['名', '账单 \u{1f600} عربى ไทย \u0000\n x'],
        ['空', ''],
      ],
    },
  ],
  table: {
    title: 'モデル',
    columns: ['モデル', '金額'],
    rows: [{ cells: ['m'.repeat(300), '$1.000000'], hint: '注' }],
  },
  total: ['合計', '$1.000000'],
};
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const pagesOf = (bytes: Uint8Array) => textOf(bytes).match(/\/Type \/Page\b/g)?.length;

it('makes files with the fonts of their characters, whatever the characters are', async () => {
  const bytes = await new PdfMaker().make(sheet);
  expect(textOf(bytes)).toMatch(/^%PDF-/);
  expect(textOf(bytes)).toMatch(/%%EOF\s*$/);
  expect(textOf(bytes)).toMatch(/\/BaseFont \/[A-Z]+\+NotoSansJP-Regular/);
  expect(textOf(bytes)).toMatch(/\/BaseFont \/[A-Z]+\+NotoSansHans-Regular/);
  expect(pagesOf(bytes)).toBe(1);
  expect(unicodeOf(bytes)).toContain('合');
});

it('goes on to further pages, and makes several files one after another', async () => {
  const maker = new PdfMaker();
  const [row] = sheet.table.rows;
  const long = {
    ...sheet,
    table: { ...sheet.table, rows: Array.from({ length: 120 }, () => row ?? { cells: [] }) },
  };
  const files = await Promise.all([maker.make(sheet), maker.make(long), maker.make(sheet)]);
  expect(files.map(pagesOf)).toEqual([1, expect.toSatisfy((pages: number) => pages > 3), 1]);
});

it('fails for a sheet that it cannot draw, and goes on with the next', async () => {
  const maker = new PdfMaker();
  await expect(maker.make({} as PdfSheet)).rejects.toThrow();
  expect(pagesOf(await maker.make(sheet))).toBe(1);
});

it('refuses when too many wait', async () => {
  const maker = new PdfMaker();
  const asked = Array.from({ length: 51 }, () => maker.make(sheet));
  await expect(asked.at(-1)).rejects.toMatchObject({ code: 'export.too_many' });
  await Promise.all(asked.slice(0, -1));
});

/** Characters of the tables that say what the glyphs mean. */
function unicodeOf(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes);
  let found = '';
  for (const { index } of textOf(bytes).matchAll(/stream\r?\n/g)) {
    const start = raw.indexOf('\n', index) + 1;
    try {
      const content = inflateSync(raw.subarray(start)).toString('latin1');
      for (const [, code = ''] of content.matchAll(/<([0-9a-f]{4})>/g))
        found += String.fromCharCode(parseInt(code, 16));
    } catch {
      // Not every stream is compressed.
    }
  }
  return found;
}
