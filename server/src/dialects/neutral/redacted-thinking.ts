import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { DialectName } from '../call-facts.ts';
import type { Seal } from './conversation.ts';

/** Not part of base64: a signature never begins so. */
const REDACTED = 'redacted:';

/** The seal of thinking that a vendor shows to nobody: it goes back as the block that it was. */
export const redactedSeal = (data: string, dialect: DialectName): Seal => ({
  dialect,
  value: REDACTED + data,
});

/** @returns the data of redacted thinking in a request; null where the seal is a signature */
export const redactedData = ({ value }: Seal, texts: LongTexts): string | null =>
  texts.head(value, REDACTED.length).startsWith(REDACTED) ? texts.withoutHead(value, REDACTED.length) : null;

/** The same of an answer, where the seal is one of the dialect. */
export const redactedInAnswer = (seal: Seal, dialect: DialectName): string | null =>
  seal.dialect === dialect && seal.value.startsWith(REDACTED) ? seal.value.slice(REDACTED.length) : null;
