import { inflateSync } from 'node:zlib';

/**
 * Texts of a PDF that `pdfkit` has drawn with fonts that it embeds, in the order of the file.
 * Source: ISO 32000-1, "Text objects" and "ToUnicode CMaps".
 */
export function pdfTexts(bytes: Buffer): string[] {
  const objects = objectsOf(bytes);
  const letters = lettersByFont(objects);
  const texts: string[] = [];
  for (const { stream } of objects.values()) {
    let font = '';
    for (const [, name, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = name;
      else texts.push(decode(shown ?? '', letters.get(font)));
    }
  }
  return texts;
}

interface PdfObject {
  head: string;
  /** Decompressed; empty without one. */
  stream: string;
}

function objectsOf(bytes: Buffer): Map<string, PdfObject> {
  const file = bytes.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const [, number = '', content = ''] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const start = content.indexOf('\nstream\n');
    const head = start < 0 ? content : content.slice(0, start);
    const raw = Buffer.from(start < 0 ? '' : content.slice(start + 8), 'latin1');
    const isText = start >= 0 && head.includes('/FlateDecode') && !head.includes('/Subtype');
    objects.set(number, { head, stream: isText ? inflateSync(raw).toString('latin1') : '' });
  }
  return objects;
}

/** By the name of each font on the pages, the letter of each glyph. */
function lettersByFont(objects: ReadonlyMap<string, PdfObject>): Map<string, string[]> {
  const fonts = new Map<string, string[]>();
  for (const { head } of objects.values()) {
    for (const [, name = '', number = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? '') ?? [];
      fonts.set(name, lettersOf(objects.get(table)?.stream ?? ''));
    }
  }
  return fonts;
}

function lettersOf(table: string): string[] {
  const letters: string[] = [];
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    for (const [place, [, codes = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters[Number.parseInt(first, 16) + place] = textOf(codes.replaceAll(' ', ''));
  }
  return letters;
}

const textOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function decode(shown: string, letters: readonly string[] = []): string {
  let text = '';
  for (const [, hex = ''] of shown.matchAll(/<([0-9a-f]*)>/gi))
    for (const [glyph] of hex.matchAll(/.{4}/g)) text += letters[Number.parseInt(glyph, 16)] ?? '\uFFFD';
  return text;
}
