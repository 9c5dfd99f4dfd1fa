import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { Seal } from '../neutral/conversation.ts';
import { readSeal, writeSeal } from '../neutral/seals.ts';

const MARK = /^tpc1\.([A-Za-z0-9_-]+)\./;
/** Ids of calls are shorter. */
const MAX_MARK = 400;
const DIALECT = 'openai-responses';

/**
 * The seal of a call as the sealed content of an item of reasoning: a call itself has no place for one, and clients
 * return such items unchanged.
 */
export const writeCallSeal = (callId: string, seal: Seal): string =>
  `tpc1.${Buffer.from(callId).toString('base64url')}.${writeSeal(seal, DIALECT)}`;

/** @param value of a request, where long texts are tokens */
export const isCallSeal = (value: string, texts: LongTexts): boolean =>
  MARK.test(texts.head(value, MAX_MARK));

/** @returns null for content that belongs to no call */
export function readCallSeal(value: string, texts: LongTexts): { callId: string; seal: Seal } | null {
  const [mark, id] = MARK.exec(texts.head(value, MAX_MARK)) ?? [];
  if (mark === undefined || id === undefined) return null;
  const seal = readSeal(texts.withoutHead(value, mark.length), DIALECT, texts);
  return { callId: Buffer.from(id, 'base64url').toString('utf8'), seal };
}
