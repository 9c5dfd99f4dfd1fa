// The extensions contain the long vowel mark, which both kana share.
const CJK = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]';
const spaceBetweenCjk = new RegExp(`(${CJK}) (?=${CJK})`, 'gu');

/**
 * Texts have a space next to a name, for Latin ones such as GitHub. Chinese and Japanese have none next to their own
 * letters.
 */
export const closeUp = (text: string): string => text.replace(spaceBetweenCjk, '$1');
