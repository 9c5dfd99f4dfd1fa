import { createHash } from 'node:crypto';

/** The narrowest alphabet, Anthropic's; others take every text. */
const PLAIN = /^[A-Za-z0-9_-]+$/;
const HASH_LENGTH = 32;
const ENCODED = /^tp_([A-Za-z0-9_-]+)$/;

/** An id of a call in Anthropic's alphabet: as it is where it fits, else encoded so that it can be read back. */
export const writeCallId = (id: string): string =>
  PLAIN.test(id) && !ENCODED.test(id) ? id : encodeCallId(id);

/** One that `readCallId` reads back. */
export const encodeCallId = (id: string): string => `tp_${Buffer.from(id).toString('base64url')}`;

const SHORTENED = /^call_[0-9a-f]{32}$/;

/** An id for a target that takes no longer ones: the call and its result get the same, and no two calls do. */
export const shortCallId = (id: string, maxLength: number): string =>
  id.length <= maxLength && !SHORTENED.test(id)
    ? id
    : `call_${createHash('sha256').update(id).digest('hex').slice(0, HASH_LENGTH)}`;

/** The id that `writeCallId` was given. */
export function readCallId(id: string): string {
  const [, encoded] = ENCODED.exec(id) ?? [];
  return encoded === undefined ? id : Buffer.from(encoded, 'base64url').toString('utf8');
}
