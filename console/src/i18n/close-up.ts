// The extensions contain the long vowel mark, which both kana share.
const CJK = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]';
const spaceBetweenCjk = new RegExp(`(${CJK}) (?=${CJK})`, 'gu');

/**
 * Texts have a space next to a name, for Latin ones such as GitHub. Chinese and Japanese have none next to their own
 * letters.
 */
export const closeUp = (text: string): string => text.replace(spaceBetweenCjk, '$1');

/** A sentence with the space to the next one. Full-width punctuation contains it already. */
export const spaceAfter = (text: string): string =>
  /[\u3000-\u303f\uff01-\uff65]$/.test(text) ? text : `${text} `;

/** The runtime writes Chinese numbers without the space that texts have before the unit. */
export const spaceNumber = (text: string): string => text.replace(/(\d)(?=\p{scx=Han})/gu, '$1 ');
