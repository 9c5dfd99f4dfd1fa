import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Font, openSync } from 'fontkit';
import type { PdfSheet } from './pdf-sheet.ts';

export type Weight = 'Regular' | 'Bold';

const require = createRequire(import.meta.url);
const files = {
  simplified: join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts/NotoSansHans'),
  japanese: join(dirname(require.resolve('@embedpdf/fonts-jp')), '../fonts/NotoSansJP'),
};

const opened = new Map<string, Font>();

function fontAt(file: string): Font {
  const font = opened.get(file) ?? (openSync(file) as Font);
  opened.set(file, font);
  return font;
}

/**
 * The font for a text: that of the wanted forms if it has every character, otherwise the larger one. A character that
 * neither has is drawn as a box.
 */
export function fontFor(text: string, weight: Weight, forms: PdfSheet['forms']): Font {
  const wanted = fontAt(`${files[forms]}-${weight}.otf`);
  if (forms === 'simplified') return wanted;
  const hasAll = [...text].every((character) => wanted.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  return hasAll ? wanted : fontAt(`${files.simplified}-${weight}.otf`);
}
