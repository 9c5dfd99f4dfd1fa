import type { Currency, Language, PaymentGatewayType } from '@turnpike/contract';
import type { PageAnswer } from '../http/page-answer.ts';
import type { Clock } from '../platform/clock.ts';
import type { GuardedFetch } from '../platform/net/guarded-fetch.ts';

/** Means of a gateway's code. */
export interface PaymentContext {
  guardedFetch: GuardedFetch;
  clock: Pick<Clock, 'nowSeconds'>;
  signal: AbortSignal;
}

/** An account at a payment company, as an operator entered it. */
export interface PaymentAccount {
  currency: Currency;
  sandbox: boolean;
  /** Its server may be in a private network. */
  allowPrivate: boolean;
  /** Values of the fields of its kind; absent ones are empty. Secrets are open. */
  config: Readonly<Record<string, string>>;
}

/** An order as the gateway gets to see it. */
export interface PaymentOrder {
  /** 28 lower-case letters and digits. */
  tradeNo: string;
  /** Whole dollars that are bought. */
  amount: number;
  /** Minor units of the account's currency. */
  minor: number;
  /** Made here: letters, digits, blanks and hyphens of any language, at most 100 bytes. */
  subject: string;
  /** Without a query. */
  notifyUrl: string;
  /** Without a query. */
  returnUrl: string;
  /** Page of this site that `openPage` answers. Without a query. */
  pageUrl: string;
  /** Address of the buyer. */
  payerIp: string;
  isPhone: boolean;
  expiresAtSeconds: number;
}

/** How the buyer pays. */
export type PaymentPage =
  | { kind: 'form'; url: string; fields: Record<string, string> }
  | { kind: 'link'; url: string }
  | { kind: 'qr'; text: string };

/** A buyer who opens the page of an order on this site. */
export interface PageVisit {
  /** Sent along by the gateway; undefined unless it came with a state that was made for this order. */
  code: string | undefined;
  /** Makes a state of letters and digits with which the gateway sends the buyer back. It works once. */
  issueState(): Promise<string>;
  userAgent: string;
  language: Language;
}

export interface CreatedPayment {
  page: PaymentPage;
  /** The gateway's number where it has one already; empty otherwise. */
  gatewayNo: string;
  /** The merchant that must be paid, kept with the order and compared with every later word about it. */
  merchant: string;
}

/**
 * `refunded`: all of the money was paid back. `disputed`: the buyer's bank has taken it back for now.
 * `refund_failed`: a refund that the gateway had begun or done has failed, and the money is the merchant's again.
 */
export type PaymentState =
  | 'paid'
  | 'waiting'
  | 'closed'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'dispute_won'
  | 'dispute_lost';

/** Report of a gateway about an order. */
export interface PaymentFacts {
  tradeNo: string;
  /** The gateway's number; empty where it has none yet. */
  gatewayNo: string;
  /** Minor units; null where the gateway says no readable amount. */
  minor: number | null;
  currency: string;
  merchant: string;
  state: PaymentState;
  /** The gateway's number of a dispute. */
  disputeNo?: string;
  /** Our number of a refund; of `refund_failed` only. */
  refundNo?: string;
  /** The gateway's own word for the state. */
  word: string;
}

/** A request that came to the address for callbacks. */
export interface CallbackRequest {
  method: string;
  /** Without the question mark. */
  query: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** A refused callback; the reason is shown to administrators. */
export class CallbackRefused extends Error {
  override readonly name = 'CallbackRefused';
}

/** A gateway that cannot be asked, or whose answer is no answer; the reason is shown to administrators. */
export class GatewayUnanswered extends Error {
  override readonly name = 'GatewayUnanswered';
  /** The gateway has said that it did nothing; otherwise it is unknown what it did. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isRefusal = isRefusal;
  }
}

export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

export interface RefundOrder {
  tradeNo: string;
  gatewayNo: string;
  /** Once for each refund, also when it is sent again. */
  requestNo: string;
  minor: number;
  totalMinor: number;
  currency: Currency;
  reason: string;
}

/** A line of a gateway's own statement. */
export interface StatementLine {
  kind: 'paid' | 'refund';
  /** The merchant's number of the order; empty where the gateway knows none. */
  tradeNo: string;
  gatewayNo: string;
  /** The merchant's number of a refund; empty for payments, and for refunds that were made at the gateway. */
  requestNo: string;
  /** Minor units, not below zero for either kind; null for an amount that cannot be read. */
  minor: number | null;
  currency: string;
  /** Minor units that the gateway keeps; below zero if it gives them back, 0 where it says none. */
  feeMinor: number;
}

/** The code of one kind of payment gateway. Its fields are in the contract's catalogue. */
export interface PaymentGateway {
  type: PaymentGatewayType;
  /** The merchant in the gateway's own words, as `PaymentFacts.merchant` has it. @param order dollars that are bought */
  merchantOf(account: PaymentAccount, order: { amount: number }): string;
  /** A call that changes nothing. @throws GatewayUnanswered with the gateway's words */
  check(context: PaymentContext, account: PaymentAccount): Promise<void>;
  /**
   * Sets something up at the vendor when the account is saved. @returns values for empty fields, such as a secret that
   * the vendor shows once. @throws GatewayUnanswered
   */
  prepare?(
    context: PaymentContext,
    account: PaymentAccount,
    site: { notifyUrl: string },
  ): Promise<Record<string, string>>;
  /** Repeatable for the same order. @throws GatewayUnanswered */
  create(context: PaymentContext, account: PaymentAccount, order: PaymentOrder): Promise<CreatedPayment>;
  /**
   * Answers the page of this site on which an open order is paid, where `create` has sent the buyer to one. It may be
   * opened several times. @param order `merchant` as it was stored with the order @throws GatewayUnanswered
   */
  openPage?(
    context: PaymentContext,
    account: PaymentAccount,
    order: PaymentOrder & { merchant: string },
    visit: PageVisit,
  ): Promise<PageAnswer>;
  /**
   * Proves a callback and reads it; nothing in it is believed before.
   * @returns undefined for a proven message that concerns no payment
   * @throws CallbackRefused
   */
  readCallback(
    context: PaymentContext,
    account: PaymentAccount,
    request: CallbackRequest,
  ): Promise<PaymentFacts | undefined>;
  /** A callback alone is not enough: the gateway is asked before anything is credited. */
  mustQuery: boolean;
  /** @param order `merchant` as it was stored with the order @throws GatewayUnanswered */
  query(
    context: PaymentContext,
    account: PaymentAccount,
    order: { tradeNo: string; gatewayNo: string; merchant: string },
  ): Promise<PaymentFacts>;
  /** Ends what can still be paid, as far as the gateway has that. @throws GatewayUnanswered */
  close?(
    context: PaymentContext,
    account: PaymentAccount,
    order: { tradeNo: string; gatewayNo: string },
  ): Promise<void>;
  /** False for an account whose gateway would pay a repeated refund again. */
  isRefundRepeatable?(account: PaymentAccount): boolean;
  /**
   * Looks for a refund that was sent before, so that it is not paid twice. Gateways that have it are asked before a
   * refund is sent again.
   * @returns `absent` if the gateway has none with this number: it may be sent again
   * @throws GatewayUnanswered
   */
  findRefund?(
    context: PaymentContext,
    account: PaymentAccount,
    refund: RefundOrder,
  ): Promise<'done' | 'pending' | 'failed' | 'absent'>;
  /** @throws GatewayUnanswered; a refusal says that nothing was paid back for this number */
  refund?(context: PaymentContext, account: PaymentAccount, refund: RefundOrder): Promise<'done' | 'pending'>;
  /**
   * Reads the gateway's own statement of a day. A kind with it has the zone of its days in the contract's catalogue.
   * @param day `YYYY-MM-DD` in that zone
   * @returns at most 100 000 lines
   * @throws GatewayUnanswered
   */
  statement?(
    context: PaymentContext,
    account: PaymentAccount,
    day: string,
  ): Promise<StatementLine[] | 'not_ready'>;
  /** Answers that the gateway reads as "taken" and as "send it again". */
  answers: { taken: CallbackAnswer; again: CallbackAnswer };
}

export const plainAnswer = (status: number, body: string): CallbackAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});
