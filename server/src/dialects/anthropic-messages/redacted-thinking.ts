import type { LongTexts } from '../../platform/long-texts.ts';
import type { Seal } from '../neutral/conversation.ts';

/** Not part of base64: a signature never begins so. */
const REDACTED = 'redacted:';

/** The seal of thinking that Anthropic shows to nobody: it goes back as the block that it was. */
export const redactedSeal = (data: string): Seal => ({
  dialect: 'anthropic-messages',
  value: REDACTED + data,
});

/** @returns the data of redacted thinking in a request; null where the seal is a signature */
export const redactedData = ({ value }: Seal, texts: LongTexts): string | null =>
  texts.head(value, REDACTED.length).startsWith(REDACTED) ? texts.withoutHead(value, REDACTED.length) : null;

/** The same of an answer. */
export const redactedInAnswer = ({ dialect, value }: Seal): string | null =>
  dialect === 'anthropic-messages' && value.startsWith(REDACTED) ? value.slice(REDACTED.length) : null;
