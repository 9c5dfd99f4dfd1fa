import { type Json, listOf, objectOf, textOf } from './neutral/json-values.ts';

/** The question that a parsed request ends with. Texts may be tokens of `LongTexts`. */
export interface UserTurn {
  texts: readonly string[];
  /** The message before it; null without one. */
  before: { role: 'user' | 'assistant'; texts: readonly string[] } | null;
  /** Adds a text to the question in the parsed request. */
  append(text: string): void;
}

/** @returns null if the user does not have the last word, or has said no text */
export type FindUserTurn = (tree: unknown) => UserTurn | null;

const TEXT_TYPES: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text']);

/** Texts of a message whose content is a text or a list of typed parts. */
export function contentTexts(content: unknown): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  return listOf(content)
    .map(objectOf)
    .filter((part) => TEXT_TYPES.has(part?.type))
    .map((part) => textOf(part?.text))
    .filter((text) => text !== '');
}

/** Content with one more text. A text stays a text, because strict upstreams take no parts. */
export const withText = (content: unknown, part: Json & { text: string }): unknown =>
  typeof content === 'string' ? `${content}\n\n${part.text}` : [...listOf(content), part];

/** The last of these messages that a user or an assistant wrote, with its texts. */
export function lastSpoken(
  messages: readonly (Json | null)[],
  read: (message: Json) => { role: unknown; texts: string[] },
): UserTurn['before'] {
  for (const message of messages.toReversed()) {
    if (message === null) continue;
    const { role, texts } = read(message);
    if ((role === 'user' || role === 'assistant') && texts.length > 0) return { role, texts };
  }
  return null;
}

/** Reads requests whose messages have a role, and a content of a text or typed parts. */
export function findTurnInMessages(
  list: unknown,
  { partType, isQuestion = () => true }: { partType: string; isQuestion?: (message: Json) => boolean },
): UserTurn | null {
  const messages = listOf(list).map(objectOf);
  const last = messages.at(-1) ?? null;
  if (last === null || last.role !== 'user' || !isQuestion(last)) return null;
  const texts = contentTexts(last.content);
  if (texts.length === 0) return null;
  return {
    texts,
    before: lastSpoken(messages.slice(0, -1), ({ role, content }) => ({
      role,
      texts: contentTexts(content),
    })),
    append(text) {
      last.content = withText(last.content, { type: partType, text });
    },
  };
}
