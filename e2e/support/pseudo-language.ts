import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';

const assetDir = join(import.meta.dirname, '../../console/dist/assets');
const LONGER_BY = 0.4;

const accents: Record<string, string> = {
  ...{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', y: 'ý', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', Y: 'Ý' },
};

/** A text as a language would have it whose words are longer: `⟦Sávé ~~⟧`. Placeholders and marks stay. */
export function toPseudo(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\}|<\/?\w+\s*\/?>)/);
  const accented = parts
    .map((part, place) =>
      place % 2 === 0 ? part.replaceAll(/[aeiouy]/gi, (letter) => accents[letter] ?? '') : part,
    )
    .join('');
  const own = parts.filter((_, place) => place % 2 === 0).join('');
  // A text that only joins others has no words.
  if (!/\p{L}/u.test(own)) return text;
  return `⟦${accented}${' ~~'.repeat(Math.ceil((own.length * LONGER_BY) / 3))}⟧`;
}

/** Answers the English texts of the built console in the lengthened language. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/en_US-[\w-]+\.js$/, async (route) => {
    const file = join(assetDir, basename(new URL(route.request().url()).pathname));
    if (!existsSync(file)) return route.continue();
    const { default: texts } = (await import(pathToFileURL(file).href)) as {
      default: Record<string, string>;
    };
    const pseudo = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toPseudo(text)]));
    await route.fulfill({
      contentType: 'text/javascript',
      body: `export default ${JSON.stringify(pseudo)};`,
    });
  });
}

interface PseudoFacts {
  /** Visible words that did not come from the texts. */
  foreign: string[];
  /** Texts whose end cannot be seen. */
  clipped: string[];
}

export const readPseudo = (page: Page): Promise<PseudoFacts> =>
  page.evaluate(pseudoFacts) as Promise<PseudoFacts>;

/** Runs in the page. Code, times, and values in fields are nobody's words. */
const pseudoFacts = `(() => {
  const data = 'script, style, pre, code, kbd, time, textarea, option, .tabular, [translate=no]';
  const named = 'button, a, h1, h2, h3, label, legend, th, [role=tab], [role=menuitem]';
  const foreign = new Set();
  const clipped = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.data.trim();
    if (text === '' || element.closest(data) !== null || !element.checkVisibility()) continue;
    if (/[A-Za-z]{3}/.test(text) && !/[áéíóúýÁÉÍÓÚÝ⟦⟧]/.test(text)) foreign.add(text);
    if (!text.endsWith('⟧')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, bottom, width } = range.getBoundingClientRect();
    if (width <= 1) continue;
    for (let box = element; box !== document.body && box !== null; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, position, clipPath } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (edge.width <= 1 || clipPath !== 'none') break;
      // Content that can be scrolled to is not lost.
      if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) break;
      const isCutRight = (overflowX === 'hidden' || overflowX === 'clip') && right > edge.right + 1;
      const isCutBelow = (overflowY === 'hidden' || overflowY === 'clip') && bottom > edge.bottom + 1;
      if (!isCutRight && !isCutBelow) continue;
      if (textOverflow !== 'ellipsis' || element.closest(named) !== null) clipped.add(text);
      break;
    }
  }
  return { foreign: [...foreign], clipped: [...clipped] };
})()`;
