import { hash } from 'node:crypto';
import { isStorableText } from '@turnpike/contract';
import type { LongTexts } from '../platform/json/long-texts.ts';

/** Something that a vendor keeps of an answer, or that only the account can read that made it. */
export interface KeptObject {
  /** The vendor's id; for what has none, a mark made of its content. */
  name: string;
  /** Input tokens that a call has more by naming it. */
  tokens: number;
  keptDays: number;
  /**
   * The message that a conversation held by the vendor continues from; only kept for a call that asked the vendor to hold it.
   * Its tokens are those of the call.
   */
  isThread?: true;
}

/** Longer ids are no vendor's. */
const MAX_NAME_LENGTH = 200;
/** A longer, unknown id is cut to this length in messages. */
const MAX_ID_LENGTH = 1_000;
const MAX_TOKENS = 2 ** 31 - 1;

/** Objects that a database can store: a vendor may send texts and numbers that it cannot. */
export const storableKept = (objects: readonly KeptObject[]): KeptObject[] =>
  objects
    .filter(({ name }) => name !== '' && name.length <= MAX_NAME_LENGTH && isStorableText(name))
    .map(({ tokens, ...rest }) => ({ ...rest, tokens: tokens >= 0 && tokens <= MAX_TOKENS ? tokens : 0 }));

/** The id that a request was parsed to, where a long text stands as a token. */
export const idIn = (text: string, texts: LongTexts): string => texts.head(text, MAX_ID_LENGTH);

/** An object at the vendor that a call names. */
export interface NamedObject {
  /** A prompt is one that was written at the vendor; users have none. */
  kind: 'previous_response' | 'conversation' | 'container' | 'thread' | 'prompt';
  id: string;
}

/** An item of a request's input that stands for one of an earlier answer, because only its id is given. */
export interface NamedItem {
  /** In the list. */
  place: number;
  id: string;
  /** The gateway wrote that answer: its name, by which it is kept; null where a vendor did. */
  answer: string | null;
  /** The call makes sense without what the vendor keeps of it. */
  isSpare: boolean;
}

/** Name of an item that an answer contained but its vendor did not keep. A call may name it anywhere. */
export const toldName = (id: string): string => `told:${id}`;

/** A session that goes on later than this begins anew with the vendor's refusal. */
const SEAL_DAYS = 7;

/** A text that only its maker can read, by what it is found again. */
export const sealName = (sealed: string): string => `seal:${hash('sha256', sealed, 'base64url')}`;

export const keptSeal = (sealed: string): KeptObject => ({
  name: sealName(sealed),
  tokens: 0,
  keptDays: SEAL_DAYS,
});
