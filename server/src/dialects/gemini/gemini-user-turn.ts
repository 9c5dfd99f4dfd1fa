import { type Json, objectOf, textOf } from '../neutral/json-values.ts';
import { type FindUserTurn, lastSpoken } from '../user-turn.ts';

/** Google accepts one object in place of a list. */
const eachOf = (value: unknown): (Json | null)[] => (value === undefined ? [] : [value].flat().map(objectOf));

/** Thoughts are marked parts with a text. */
const textsOf = ({ parts }: Json): string[] =>
  eachOf(parts)
    .filter((part) => part?.thought !== true)
    .map((part) => textOf(part?.text))
    .filter((text) => text !== '');

/** Results of functions stand in contents of the user, and are no question. */
const isResult = (part: Json | null): boolean =>
  part?.functionResponse !== undefined || part?.function_response !== undefined;

export const findGeminiUserTurn: FindUserTurn = (tree) => {
  const contents = eachOf(objectOf(tree)?.contents);
  const last = contents.at(-1) ?? null;
  if (last === null || (last.role ?? 'user') !== 'user' || eachOf(last.parts).some(isResult)) return null;
  const texts = textsOf(last);
  if (texts.length === 0) return null;
  return {
    texts,
    before: lastSpoken(contents.slice(0, -1), (content) => ({
      role: content.role === 'model' ? 'assistant' : (content.role ?? 'user'),
      texts: textsOf(content),
    })),
    append(text) {
      last.parts = [last.parts, { text }].flat();
    },
  };
};
