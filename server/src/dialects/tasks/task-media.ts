import { objectOf, textOf } from '../neutral/json-values.ts';
import { invalid } from '../neutral/members.ts';
import type { BodyTexts } from './body-texts.ts';

/** A picture, video or sound that a request brings, or names by its address. */
export type TaskMedia = { url: string } | { type: string; base64: string };

const DATA_URL = /^data:([a-z]+\/[a-z0-9.+-]{1,40});base64,/i;
/** Longest beginning of a data URL. */
const HEAD_LENGTH = 100;
const ADDRESS = /^https?:\/\/\S{1,4096}$/i;

/**
 * @param given an address, a data URL, or an object with one of them
 * @throws request.invalid
 */
export function toMedia(given: unknown, { field, texts }: { field: string; texts: BodyTexts }): TaskMedia {
  const object = objectOf(given);
  const inner = object?.image_url ?? object?.url;
  const text = textOf(object === null ? given : (objectOf(inner)?.url ?? inner));
  const start = texts.head(text, HEAD_LENGTH);
  const [head, type] = DATA_URL.exec(start) ?? [];
  if (head !== undefined && type !== undefined)
    return { type: type.toLowerCase(), base64: texts.withoutHead(text, head.length) };
  const address = texts.bytesOf(text) > 5000 ? '' : texts.full(text);
  if (ADDRESS.test(address)) return { url: address };
  throw invalid(field, 'invalid_value');
}
