import { randomBytes } from 'node:crypto';
import type { CallbackVerdict, OrderState } from '@turnpike/contract';

/** The result of a gateway's report about an order. */
export interface Verdict {
  verdict: CallbackVerdict;
  /** Empty where the verdict says it all. */
  reason: string;
}

/** States in which an order takes its money: also a closed one, whose buyer paid late. */
export const creditable: readonly OrderState[] = ['created', 'pending', 'paid', 'closed', 'failed'];

/** Life of an order that is not paid. */
export const ORDER_SECONDS = 3600;
/** Open orders of a buyer at a time. */
export const MAX_OPEN_ORDERS = 3;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A paid order whose balance cannot hold the points is tried again each day. */
export const PAID_RETRY_SECONDS = 24 * HOUR;

/** Seconds after the end of an order's life at which its gateway is asked for a late payment. */
const lateQueries = [5 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR];

/**
 * Time of the next question about an order that is not paid: every half a minute at first, then every two minutes
 * until its end, and some times after it.
 * @returns null: no more
 */
export function nextQueryAt(
  { created_at, expires_at }: { created_at: number; expires_at: number },
  nowSeconds: number,
): number | null {
  if (nowSeconds < expires_at) {
    const wait = nowSeconds - created_at < 5 * MINUTE ? 30 : 2 * MINUTE;
    return Math.min(nowSeconds + wait, expires_at);
  }
  const next = lateQueries.find((seconds) => expires_at + seconds > nowSeconds);
  return next === undefined ? null : expires_at + next;
}

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** 28 random lower-case letters and digits, which every gateway takes. Some 144 bits. */
export function newTradeNo(): string {
  let text = '';
  while (text.length < 28) {
    // 252 is the largest multiple of 36 in a byte; the rest would make some letters likelier.
    for (const byte of randomBytes(28)) if (byte < 252 && text.length < 28) text += LETTERS[byte % 36];
  }
  return text;
}

/** Whether a number has the shape of an order of a site like this one. */
export const isTradeNo = (text: string): boolean => /^[0-9a-z]{28}$/.test(text);

const MAX_SUBJECT_BYTES = 100;

/**
 * The name of the goods at the gateway. It has letters, digits, blanks and hyphens only, because gateways cut it, and
 * some sign it without escaping.
 */
export function orderSubject(siteName: string, amount: number): string {
  const name =
    siteName
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .trim() || 'Turnpike';
  const suffix = ` - ${amount} USD`;
  let kept = '';
  for (const letter of name) {
    if (Buffer.byteLength(kept + letter + suffix) > MAX_SUBJECT_BYTES) break;
    kept += letter;
  }
  return `${kept}${suffix}`;
}
