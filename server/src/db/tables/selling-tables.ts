import type {
  CallbackVerdict,
  Currency,
  InvoiceStatus,
  OrderState,
  PaymentGatewayType,
  PaymentStatementState,
} from '@turnpike/contract';
import type { Generated } from 'kysely';
import type { Flag } from './column-types.ts';
import type { UsageCounts } from './usage-tables.ts';

/** A prepaid code. */
export interface RedemptionTable {
  id: Generated<number>;
  /** Administrator who made it. */
  user_id: number;
  /** SHA-256 of the code, hex. */
  key_hash: string;
  key_sealed: string;
  /** The code, masked. */
  key_hint: string;
  name: string;
  /** 1 enabled, 2 disabled, 3 used up. */
  status: number;
  quota: number;
  max_uses: number;
  used_count: Generated<number>;
  /** 0: never. */
  expires_at: number;
  /** Symbol of the group that accounts are moved into; empty: they stay. */
  group: string;
  created_time: number;
  /** Last use; 0: none yet. */
  redeemed_time: Generated<number>;
}

export interface RedemptionUseTable {
  id: Generated<number>;
  redemption_id: number;
  user_id: number;
  points: number;
  redeemed_time: number;
}

/** Owner of orders. Its number is of its own, so that an organisation can be an owner too. */
export interface AccountTable {
  id: Generated<number>;
  user_id: number | null;
  created_time: number;
}

/** A payment gateway: an account at a payment company. */
export interface PaymentTable {
  id: Generated<number>;
  uuid: string;
  type: PaymentGatewayType;
  name: string;
  icon: string;
  notify_domain: string;
  currency: Currency;
  /** Decimals as text. */
  rate: string;
  fixed_fee: string;
  percent_fee: string;
  min_amount: number;
  max_amount: number;
  open_hours: string;
  sandbox: Flag;
  allow_private: Flag;
  /** JSON: values of the kind's fields that are no secrets. */
  config: string;
  /** JSON with the secrets, sealed. */
  secrets_sealed: string;
  sort: number;
  enable: Flag;
  created_at: number;
  /** 0: in use. */
  deleted_at: Generated<number>;
}

export interface OrderTable {
  id: Generated<number>;
  trade_no: string;
  account_id: number;
  gateway_id: number;
  /** Null until the gateway has said one. */
  gateway_no: string | null;
  /** The merchant that must be paid. */
  merchant: string;
  state: OrderState;
  /** Dollars. */
  amount: number;
  currency: Currency;
  /** Minor units of the currency. */
  pay_minor: number;
  fee_minor: number;
  discount_minor: number;
  quota: number;
  bonus_quota: number;
  refunded_minor: Generated<number>;
  refunded_quota: Generated<number>;
  /** JSON: how the buyer pays. */
  page: string;
  note: string;
  payer_ip: string;
  created_at: number;
  expires_at: number;
  paid_at: Generated<number>;
  credited_at: Generated<number>;
  query_count: Generated<number>;
  /** When the gateway is asked next; null: no more. */
  next_query_at: number | null;
}

/** A callback of a gateway, or its answer to a question. */
export interface OrderEventTable {
  id: Generated<number>;
  created_at: number;
  gateway_id: number;
  trade_no: string;
  source: 'callback' | 'query' | 'refund';
  ip: string;
  verdict: CallbackVerdict;
  reason: string;
  content: string;
}

export interface OrderRefundTable {
  id: Generated<number>;
  order_id: number;
  request_no: string;
  minor: number;
  /** Amount that a dispute is about; `minor` lacks what other refunds had taken before. 0 for a refund. */
  claimed_minor: Generated<number>;
  /** A dispute is a refund that the buyer's bank decides on. */
  kind: Generated<'refund' | 'dispute'>;
  /** Points of the amount, and of its bonus, that are taken back. */
  quota: number;
  bonus_quota: number;
  /** Points of those that the balance still owes; they are part of `users.debt`. */
  owed_quota: Generated<number>;
  state: 'pending' | 'done' | 'failed';
  reason: string;
  /** 0 for a dispute. */
  actor_id: number;
  created_at: number;
  /** Until when one request sends it to the gateway; 0: none does. */
  sending_until: Generated<number>;
  /** When the gateway, which has begun it, is asked for its end; null: not asked. */
  next_query_at: number | null;
  /** 0: not done, or done before this was kept. */
  done_at: Generated<number>;
}

/** A day of orders as compared with the statement of their gateway. */
export interface PaymentStatementTable {
  id: Generated<number>;
  gateway_id: number;
  /** `YYYY-MM-DD` in the zone of the gateway. */
  day: string;
  state: PaymentStatementState;
  checked_at: number;
  /** Its minor units are those of all sums. */
  currency: Currency;
  lines: number;
  other_lines: number;
  paid_minor: number;
  refunded_minor: number;
  fee_minor: number;
  our_paid_minor: number;
  our_refunded_minor: number;
  difference_count: number;
  open_count: number;
  /** JSON: at most 200 differences. */
  differences: string;
  reason: string;
}

/** The use of a month by an account; it never changes but for its payment. */
export interface InvoiceTable extends UsageCounts {
  id: Generated<number>;
  name: string;
  account_id: number;
  /** The user and their name and address when it was made. */
  user_id: number;
  username: string;
  email: string;
  /** First day of the month, as `YYYY-MM-01`. */
  date: string;
  status: InvoiceStatus;
  /** Balance at the start, points added in the month, balance at the end. */
  opening: number;
  credits: number;
  closing: number;
  time_zone: string;
  created_at: number;
  /** 0: not paid. */
  paid_at: number;
  /** Administrator who marked it as paid. */
  paid_by: number | null;
  paid_note: string;
}

export interface InvoiceLineTable extends UsageCounts {
  id: Generated<number>;
  invoice_id: number;
  /** Empty: the difference to the ledger. */
  model_name: string;
}

/** Months whose invoices were made. */
export interface InvoiceMonthTable {
  date: string;
  invoice_count: number;
  made_at: number;
}
