import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { Seal } from '../neutral/conversation.ts';
import { isForeignSeal, NO_SEAL, readSeal, writeSeal } from '../neutral/seals.ts';

const DIALECT = 'gemini';
/** `tp1.` as base64. */
const WRAPPED = 'dHAxL';

/** A seal as a `thoughtSignature`: another's is base64 too, because Google's packages decode that member. */
export const writeSignature = (seal: Seal): string =>
  seal.dialect === DIALECT ? seal.value : Buffer.from(writeSeal(seal, DIALECT)).toString('base64');

/**
 * Google requires this value for a call of the current turn that another vendor's model wrote. Its clients send it too.
 * Source: Gemini API guide "Thought signatures", question about traces of other models.
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/**
 * Marks the first call of an answer without a seal. Google's own models require their signature, so their calls must be
 * distinguishable from others.
 */
export const FOREIGN_CALL = Buffer.from(NO_SEAL).toString('base64');

/** Anthropic checks a proof against its text; that of others holds the thinking itself. */
export const needsItsText = ({ dialect }: Seal): boolean => dialect === 'anthropic-messages';

/**
 * @param texts of a request, where long texts are tokens
 * @returns null where nothing was sealed
 */
export function readSignature(value: string, texts: LongTexts): Seal | null {
  if (value === '' || value === NO_SIGNATURE || value === FOREIGN_CALL) return null;
  if (!texts.head(value, WRAPPED.length).startsWith(WRAPPED)) return { dialect: DIALECT, value };
  const wrapped = Buffer.from(texts.full(value), 'base64').toString('utf8');
  return isForeignSeal(wrapped) ? readSeal(wrapped, DIALECT) : { dialect: DIALECT, value };
}
