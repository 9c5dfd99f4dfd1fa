import type { Language } from '@turnpike/contract';

const byTag: readonly [RegExp, Language][] = [
  [/^zh-(hk|tw|mo|hant)/i, 'zh_HK'],
  [/^zh/i, 'zh_CN'],
  [/^ja/i, 'ja_JP'],
  [/^en/i, 'en_US'],
];

const LONGEST_READ = 500;

/**
 * The language that a reader prefers among those of the site. The console sends the one that is on; other programs send
 * what their reader has set.
 * @returns undefined where the header names none of them
 */
export function readerLanguage(acceptLanguage: string | undefined): Language | undefined {
  const wishes = (acceptLanguage ?? '')
    .slice(0, LONGEST_READ)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { language: byTag.find(([form]) => form.test(tag))?.[1], weight: Number(weight ?? 1) };
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0);
  return wishes.sort((one, other) => other.weight - one.weight)[0]?.language;
}
