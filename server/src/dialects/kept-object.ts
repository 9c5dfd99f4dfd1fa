import { hash } from 'node:crypto';

/** Something that a vendor keeps of an answer, or that only the account can read that made it. */
export interface KeptObject {
  /** The vendor's id; for what has none, a mark made of its content. */
  name: string;
  /** Input tokens that a call has more by naming it. */
  tokens: number;
  keptDays: number;
}

/** What a call names of what a vendor keeps. */
export interface NamedObject {
  kind: 'previous_response' | 'conversation';
  id: string;
}

/** An item of a request's input that stands for one of an earlier answer, because only its id is given. */
export interface NamedItem {
  /** In the list. */
  place: number;
  id: string;
  /** The gateway wrote that answer: its name, by which it is kept; null where a vendor did. */
  answer: string | null;
  /** There is nothing but the id. */
  isBare: boolean;
}

/** A session that goes on later than this begins anew with the vendor's refusal. */
const SEAL_DAYS = 7;

/** A text that only its maker can read, by what it is found again. */
export const sealName = (sealed: string): string => `seal:${hash('sha256', sealed, 'base64url')}`;

export const keptSeal = (sealed: string): KeptObject => ({
  name: sealName(sealed),
  tokens: 0,
  keptDays: SEAL_DAYS,
});
