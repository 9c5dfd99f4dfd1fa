import { createHash } from 'node:crypto';
import type { Edit } from '../../platform/json/splice.ts';

const LENGTH = 9;
const FITS = /^[A-Za-z0-9]{9}$/;
/** It is searched at once; ids of a longer request are for the vendor to refuse. */
const MAX_BYTES = 4 * 2 ** 20;
/** A quote inside of a text is written with a backslash, so that only members are found. */
const RESULT = /"tool_call_id"[ \t\r\n]*:[ \t\r\n]*"([^"\\]*)"/g;
const RESULT_OR_CALL = /"(?:tool_call_)?id"[ \t\r\n]*:[ \t\r\n]*"([^"\\]*)"/g;

/**
 * Ids of calls as Mistral takes them, nine letters or digits: a call and its result get the same, and the same id always
 * becomes the same. Those of its own models stay.
 */
export function mistralCallIds(body: Buffer): Edit[] {
  if (body.length > MAX_BYTES || !body.includes('"tool_call_id"')) return [];
  // Places in a text of one letter a byte are places in the bytes.
  const text = body.toString('latin1');
  const others = new Set([...text.matchAll(RESULT)].map(([, id = '']) => id).filter((id) => !FITS.test(id)));
  if (others.size === 0) return [];
  return [...text.matchAll(RESULT_OR_CALL)].flatMap(({ index, 0: member, 1: id = '' }) => {
    const end = index + member.length - 1;
    return others.has(id) ? [{ start: end - id.length, end, replacement: shortened(id) }] : [];
  });
}

const shortened = (id: string): string =>
  createHash('sha256')
    .update(id, 'latin1')
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, LENGTH);
