/** A demo's "token" is a word or a single CJK character: easy to check by eye. */
export const wordsOf = (text: string): string[] =>
  text.match(
    /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|\s+/gu,
  ) ?? [];
/** A longer text is not looked through. */
const COUNTED_LENGTH = 64 * 1024;
const LETTERS_A_WORD = 6;

export const countWords = (text: string): number =>
  text.length > COUNTED_LENGTH
    ? Math.ceil(text.length / LETTERS_A_WORD)
    : wordsOf(text).filter((word) => word.trim() !== '').length;

export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : ''))
    .join(' ');
}
