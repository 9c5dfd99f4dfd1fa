import type {
  AccessTokenScope,
  BudgetPeriodName,
  CallbackVerdict,
  CallEnd,
  Currency,
  InvoiceStatus,
  Language,
  LedgerAccount,
  LedgerReferenceType,
  OrderState,
  PaymentGatewayType,
  PriceChangeKind,
  TelegramParseMode,
} from '@turnpike/contract';
import type { Generated } from 'kysely';
import type {
  StatisticsHourTable,
  StatisticsKeyDayTable,
  StatisticsKeyHourTable,
  StatisticsKeyMonthTable,
  UsageCounts,
} from './usage-tables.ts';

/**
 * Stored rows. Both engines have the same columns. Whole numbers are 64-bit integers, read as safe integers.
 * Switches are 0 and 1, decimals and JSON are text, and times are seconds since 1970, UTC.
 */
export interface Tables {
  users: UserTable;
  user_groups: UserGroupTable;
  sessions: SessionTable;
  access_tokens: AccessTokenTable;
  identities: IdentityTable;
  one_time_tokens: OneTimeTokenTable;
  authenticators: AuthenticatorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  sign_in_networks: SignInNetworkTable;
  tokens: TokenTable;
  invite_codes: InviteCodeTable;
  invitation_rewards: InvitationRewardTable;
  redemptions: RedemptionTable;
  redemption_uses: RedemptionUseTable;
  accounts: AccountTable;
  payments: PaymentTable;
  orders: OrderTable;
  order_events: OrderEventTable;
  order_refunds: OrderRefundTable;
  invoices: InvoiceTable;
  invoice_lines: InvoiceLineTable;
  invoice_months: InvoiceMonthTable;
  person_hashes: PersonHashTable;
  channels: ChannelTable;
  channel_keys: ChannelKeyTable;
  prices: PriceTable;
  price_changes: PriceChangeTable;
  price_versions: PriceVersionTable;
  planned_prices: PlannedPriceTable;
  price_schedules: PriceScheduleTable;
  model_owners: ModelOwnerTable;
  options: OptionTable;
  pictures: PictureTable;
  logs: LogTable;
  ledger: LedgerTable;
  ledger_accounts: LedgerAccountTable;
  ledger_closings: LedgerClosingTable;
  ledger_checks: LedgerCheckTable;
  statistics_hours: StatisticsHourTable;
  statistics_key_hours: StatisticsKeyHourTable;
  statistics_key_days: StatisticsKeyDayTable;
  statistics_key_months: StatisticsKeyMonthTable;
  outbox_positions: OutboxPositionTable;
  rejected_settlements: RejectedSettlementTable;
  kept_objects: KeptObjectTable;
  kept_answers: KeptAnswerTable;
  batches: BatchTable;
  refused_calls: RefusedCallTable;
  budgets: BudgetTable;
  budget_uses: BudgetUseTable;
  jobs: JobTable;
  mails: MailTable;
  telegram_links: TelegramLinkTable;
  telegram_menus: TelegramMenuTable;
}

type Flag = 0 | 1;

/** 0 means no limit. */
export interface StoredLimits {
  requests_per_minute: Generated<number>;
  tokens_per_minute: Generated<number>;
  parallel_calls: Generated<number>;
}

export interface UserTable extends StoredLimits {
  id: Generated<number>;
  username: string;
  /** Lower case, for look-up. */
  username_key: string;
  password_hash: string;
  display_name: string;
  role: number;
  status: number;
  email: string;
  avatar_url: string;
  quota: number;
  /** Cost of calls beyond the balance; the next credit pays it. */
  debt: Generated<number>;
  used_quota: number;
  request_count: number;
  group: string;
  /** An administrator chose the group, so that top-ups do not change it. */
  group_chosen: Generated<Flag>;
  /** The account's own invitation code. */
  aff_code: Generated<string>;
  /** The account that invited this one. */
  inviter_id: Generated<number | null>;
  /** Accounts that it invited. */
  aff_count: number;
  /** Rewards for invitations that are not in the balance yet. */
  aff_quota: number;
  /** All rewards for invitations so far. */
  aff_history_quota: Generated<number>;
  last_login_time: number;
  created_time: number;
  /** Random id that authenticators know the account by; empty before the first passkey. */
  passkey_handle: Generated<string>;
  /** Language of mails to the account; empty is the site's. */
  language: Generated<Language | ''>;
  /** The reminder of a low balance is not shown again until the balance has risen. */
  reminder_dismissed: Generated<Flag>;
  /** The address that the owner has proved to be theirs; empty if none. Another `email` is not proved. */
  proved_email: Generated<string>;
  /** The balance was above the threshold since the last mail about it, so that the next fall is mailed. */
  low_balance_watch: Generated<Flag>;
  /** 0 while the account exists. */
  deleted_time: number;
}

export interface UserGroupTable extends Omit<StoredLimits, 'requests_per_minute'> {
  id: Generated<number>;
  symbol: string;
  name: string;
  /** Decimal text. */
  ratio: string;
  api_rate: number;
  /** Top-ups in total that bring an account into the group; 0: none do. */
  promotion_points: Generated<number>;
  public: Flag;
  enable: Flag;
}

export interface SessionTable {
  /** SHA-256 of the cookie's value. */
  id_hash: string;
  user_id: number;
  created_time: number;
  expires_time: number;
  source_ip: string;
  user_agent: string;
  last_used_time: number;
}

/** A network that an account was signed in from since its password was set. */
export interface SignInNetworkTable {
  user_id: number;
  /** As `clientNetwork` makes it. */
  network: string;
  last_used_time: number;
}

/** For scripts that call the management API; one for each account at most. */
export interface AccessTokenTable {
  id: Generated<number>;
  user_id: number;
  /** Empty for the one token that an account of one-hub has. */
  name: string;
  scope: AccessTokenScope;
  /** SHA-256 of the token. */
  token_hash: string;
  /** 0 when it does not expire. */
  expires_time: number;
  created_time: number;
  last_used_time: number;
}

/** The authenticator app of an account. */
export interface AuthenticatorTable {
  user_id: number;
  /** Base32, sealed. */
  secret: string;
  /** 0 until a code of it was entered. */
  confirmed_time: number;
  /** The last 30 seconds whose code was accepted: a code works once. */
  last_step: number;
}

export interface RecoveryCodeTable {
  /** Keyed hash; a used code is deleted. */
  code_hash: string;
  user_id: number;
}

export interface PasskeyTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** Base64url, as the public key. */
  credential_id: string;
  public_key: string;
  /** 0 where the device does not count. */
  counter: number;
  /** By comma: the ways in which the browser can reach it. */
  transports: string;
  /** Kept by a service of the maker, so that it survives the device. */
  is_synced: Flag;
  created_time: number;
  last_used_time: number;
}

/** An account at a sign-in provider that belongs to an account here. */
export interface IdentityTable {
  id: Generated<number>;
  user_id: number;
  /** Such as `github`. */
  provider: string;
  /** The provider's stable id of the account. */
  subject: string;
  /** As the provider reports it; empty where it does not. */
  email: string;
  name: string;
  email_verified: Flag;
  created_time: number;
  last_used_time: number;
}

/** A state, link or code that works once. */
export interface OneTimeTokenTable {
  /** HMAC of the token with its purpose and binding. */
  hash: string;
  purpose: string;
  /** Null where there is no account yet. */
  owner_user_id: number | null;
  /** HMAC of the value that the user of the token must present again. */
  bound_hash: string;
  /** JSON. */
  payload: string;
  expires_at: number;
  created_time: number;
  /** Tries of a code so far. */
  attempts: number;
}

/** An invitation code that an administrator made. */
export interface InviteCodeTable {
  id: Generated<number>;
  code: string;
  name: string;
  /** 0: any number. */
  max_uses: number;
  used_count: Generated<number>;
  starts_at: number;
  /** 0: never. */
  expires_at: number;
  /** Symbol of the group of accounts that are opened with it. */
  group: string;
  /** Points that such an account is given. */
  gift_quota: number;
  enable: Flag;
  created_time: number;
}

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

/** A reward for the inviter of an account. */
export interface InvitationRewardTable {
  id: Generated<number>;
  inviter_id: number;
  invitee_id: number;
  /** Reason of the reward, which is given once for each invited account. */
  source: 'registration' | 'first_payment' | `payment:${string}`;
  /** As they were when the account was opened. */
  points: number;
  created_time: number;
  /** Null while the reward waits for an e-mail address. */
  paid_time: number | null;
}

/** HMAC of an e-mail address or a provider's account that an account has had. It gets no gift or reward again. */
export interface PersonHashTable {
  hash: string;
  created_time: number;
}

export interface TokenTable extends StoredLimits {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the key; calls are found by it. */
  key_hash: string;
  /** The key, sealed; opened only by reveal. */
  key_sealed: string;
  key_hint: string;
  status: number;
  name: string;
  created_time: number;
  accessed_time: number;
  expired_time: number;
  remain_quota: number;
  unlimited_quota: Flag;
  used_quota: number;
  group: string;
  setting: string;
  /** JSON list of addresses and networks; empty allows all. */
  allowed_addresses: Generated<string>;
  /** JSON list of names, a trailing `*` is a prefix wildcard; empty allows all. */
  allowed_models: Generated<string>;
  /** Symbol of a group; empty where there is none. */
  backup_group: Generated<string>;
  deleted_time: number;
}

/** How much calls of a key, or of all members of a group, may cost in a period. */
export interface BudgetTable {
  id: Generated<number>;
  owner_type: 'token' | 'group';
  /** Number of the token or the group. */
  owner_id: number;
  period: BudgetPeriodName;
  /** Name of a model, a trailing `*` is a prefix wildcard; empty: all. */
  model: string;
  points: number;
  /** 0 while it counts; one that comes back goes on with what was used. */
  removed_time: Generated<number>;
}

export interface BudgetUseTable {
  budget_id: number;
  /** The period's first second; 0 where there is one only. */
  period_start: number;
  /** Below zero while a reset is ahead of settlements that are still to be written. */
  points: number;
}

export interface ChannelTable extends StoredLimits {
  id: Generated<number>;
  type: number;
  status: number;
  name: string;
  weight: number;
  priority: number;
  created_time: number;
  test_time: number;
  response_time: number;
  /** Code of the last test's error; empty where it passed. */
  test_error: Generated<string>;
  base_url: string;
  other: string;
  /** Names by comma; a trailing `*` is a prefix wildcard. */
  models: string;
  /** Group symbols by comma. */
  group: string;
  tag: string;
  used_quota: number;
  model_mapping: string;
  test_model: string;
  disabled_stream: string;
  only_chat: Flag;
  allow_private_network: Flag;
  /** JSON list of what the upstream of a custom channel speaks. */
  dialects: string;
  /** Cost as a factor of the list price, as decimal text; 0: unknown. */
  cost_ratio: Generated<string>;
  /** JSON objects; empty where none. */
  model_headers: Generated<string>;
  custom_parameter: Generated<string>;
  /** Provider settings of the channel, as a JSON object; empty where there are none. */
  plugin: Generated<string>;
  /** As it is shown; empty where there is none. */
  proxy: Generated<string>;
  proxy_sealed: Generated<string>;
  /** Balance of the upstream's account, as decimal text; the currency is empty if it was never queried. */
  balance: Generated<string>;
  balance_currency: Generated<string>;
  balance_updated_time: Generated<number>;
  /** JSON list of what the upstream listed at the last look; empty before the first. */
  models_offered: Generated<string>;
  /** JSON list of what it has listed since, and the channel does not have. */
  models_added: Generated<string>;
  /** JSON list of the channel's models that it does not list. */
  models_missing: Generated<string>;
  /** JSON list of missing models that somebody has dismissed. */
  models_ignored: Generated<string>;
  models_checked_time: Generated<number>;
  /** Calls whose usage the gateway estimated, in whole or in part. */
  estimated_calls: Generated<number>;
  /** Calls whose reported usage was flagged. */
  flagged_calls: Generated<number>;
  deleted_time: number;
}

/** A key of a channel's upstream; a channel without keys has no row. */
export interface ChannelKeyTable extends StoredLimits {
  id: Generated<number>;
  channel_id: number;
  key_sealed: string;
  key_hint: string;
  /** Numbers of `channelStatus`. */
  status: number;
  used_quota: Generated<number>;
  /** Tries of calls, those that failed among them. */
  calls: Generated<number>;
  failed_calls: Generated<number>;
  last_used_time: Generated<number>;
  /** Code of the catalogue; empty where none failed. */
  last_error: Generated<string>;
  last_error_time: Generated<number>;
  created_time: number;
}

export interface PriceTable {
  model: string;
  /** Raised by one at each change; a call settles with the version it was quoted with. */
  version: number;
  type: string;
  channel_type: number;
  input: string;
  output: string;
  locked: Flag;
  extra_ratios: string;
  /** Prices of units, of long inputs and of service tiers: JSON with decimals as texts. */
  units: Generated<string>;
  steps: Generated<string>;
  tiers: Generated<string>;
  updated_time: number;
}

/** Prices that were changed together. */
export interface PriceChangeTable {
  id: Generated<number>;
  kind: PriceChangeKind;
  created_at: number;
  /** Null for the gateway itself. */
  user_id: number | null;
  username: string;
  /** Number of the change that it took back. */
  undoes: number | null;
}

/** One price before and after a change; JSON of a `Price`, empty where there was or is none. */
export interface PriceVersionTable {
  id: Generated<number>;
  change_id: number;
  model: string;
  version: number;
  before: string;
  after: string;
}

/** A price that is put in use at a time. */
export interface PlannedPriceTable {
  id: Generated<number>;
  model: string;
  valid_from: number;
  /** JSON of a `Price`. */
  price: string;
  created_at: number;
  /** The user who planned it. */
  user_id: number;
  username: string;
}

/** How price lists are taken by themselves; one row at most. */
export interface PriceScheduleTable {
  id: number;
  period: string;
  url: string;
  mode: string;
  /** Start of the last run, 0 before the first. */
  ran_at: number;
  /** JSON of what it came to; empty before the first. */
  result: string;
}

export interface ModelOwnerTable {
  /** The number that a price's `channel_type` names. */
  id: number;
  name: string;
  icon: string;
}

export interface OptionTable {
  key: string;
  value: string;
}

/** The kept copy of a picture of another host. */
export interface PictureTable {
  /** Where it was fetched, as the setting names it. */
  address: string;
  /** SHA-256 of the bytes, hexadecimal; part of the address that it is served at. */
  hash: string;
  /** Found by its content. */
  content_type: string;
  fetched_time: number;
  bytes: Uint8Array;
}

/** Something that a vendor keeps for a user, or that only the account can read that made it. */
/** Items of answers that the gateway wrote as responses. */
export interface KeptAnswerTable {
  user_id: number;
  /** Common part of the item ids. */
  name: string;
  /** The list of its items as JSON, sealed. */
  items: string;
  expires_at: number;
}

export interface KeptObjectTable {
  user_id: number;
  /** The vendor's id; for what has none, a mark made of its content. */
  name: string;
  channel_id: number;
  /** Key of the account that has it; 0 where the channel alone is known. */
  key_id: number;
  /** Input tokens that a call has more by naming it. */
  tokens: number;
  expires_at: number;
  /**
   * Kind of an object created through a separate endpoint, such as `file`; empty for objects of model calls.
   */
  kind: Generated<string>;
  created_at: Generated<number>;
  /** The vendor's JSON of it as it was last seen; empty where it has no kind. */
  shown: Generated<string>;
  /** That was asked for; empty for what was made by an address of its own, and in rows of older versions. */
  model: Generated<string>;
}

/** A batch that a user has begun at a vendor, to be charged when its result is there. */
export interface BatchTable {
  id: Generated<number>;
  user_id: number;
  /** The vendor's id, or a name of ours until that is known. */
  name: string;
  channel_id: number;
  key_id: number;
  created_at: number;
  /** When it is looked at next. */
  due_at: number;
  /** How often it was looked at. */
  looks: Generated<number>;
  /** Points that are set aside for it until it is settled. */
  held: number;
  /** JSON of a `BatchTerms`: who pays, at which price. */
  terms: string;
  /** 0 while it is not. */
  settled_at: Generated<number>;
}

export interface LogTable {
  id: Generated<number>;
  request_id: string;
  user_id: number;
  created_at: number;
  type: number;
  content: string;
  username: string;
  token_id: number;
  token_name: string;
  model_name: string;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  channel_id: number;
  request_time: number;
  is_stream: Flag;
  source_ip: string;
  /** Null for rows that are no calls. */
  ended_by: CallEnd | null;
  /** Symbol of the group that paid; null for rows that are no calls, and rows of earlier versions. */
  group_name: string | null;
  metadata: string;
}

export interface LedgerTable {
  id: Generated<number>;
  /**
   * Columns that the hash covers. 1 marks rows of releases up to the first, which had only the columns of
   * that version.
   */
  version: 1 | 2;
  user_id: number;
  /** A `LedgerKind`; in version 1 `opening`, `consume` or `manage`. */
  kind: string;
  /** The counter-account; empty in version 1. */
  account: LedgerAccount | '';
  delta: number;
  balance_after: number;
  /** The kind of object whose number or id is in `reference`; empty in version 1. */
  reference_type: LedgerReferenceType | '';
  reference: string;
  /** Number of the account that did it; null for the gateway itself, and in version 1. */
  actor_id: number | null;
  /** Why, as a person wrote it. */
  note: string;
  created_at: number;
  /** Hash of the account's entry before this one; empty for its first. */
  previous_hash: string;
  hash: string;
}

/** Sum posted against a counter-account. All balances and counter-accounts sum to zero. */
export interface LedgerAccountTable {
  account: LedgerAccount;
  points: number;
}

/** The last entry of an account before a day ended. */
export interface LedgerClosingTable {
  user_id: number;
  /** The second that the day ended with. */
  day: number;
  entry_id: number;
  /** After that entry. */
  balance: number;
  /** Over the closing and the entry's hash. */
  hash: string;
}

/** Result of a ledger check. */
export interface LedgerCheckTable {
  id: Generated<number>;
  started_at: number;
  duration_ms: number;
  is_full: Flag;
  accounts: number;
  entries: number;
  /** JSON of a `LedgerDifference`; empty where the ledger is right. */
  difference: string;
  /** Why the check could not be finished; empty where it was. */
  failure: string;
}

export interface OutboxPositionTable {
  outbox_id: string;
  last_number: number;
}

/** A settlement that was refused for its content; its points count as taken from balance and remainder. */
export interface RejectedSettlementTable {
  id: Generated<number>;
  outbox_id: string;
  /** Its number in the outbox. */
  number: number;
  user_id: number;
  token_id: number;
  quota: number;
  token_quota: number;
  /** As the outbox kept it. */
  settlement: string;
  /** The database's error message. */
  reason: string;
  created_time: number;
}

/** Calls of one minute that were refused before a channel was asked. */
export interface RefusedCallTable {
  id: Generated<number>;
  /** Its first second. */
  minute: number;
  /** 0 where no account is known. */
  user_id: number;
  /** 0 where no key is known. */
  token_id: number;
  /** Code of the error. */
  reason: string;
  count: number;
  /** JSON list of the last few, oldest first. */
  examples: string;
  /** Group of the key; empty where no key is known, and in rows of earlier versions. */
  group_name: Generated<string>;
}

/** Recurring work that one process at a time runs. Times are seconds; 0 means never. */
export interface JobTable {
  name: string;
  /** The run that holds the lease; empty while none does. */
  run_id: Generated<string>;
  /** Grows with every change. A lease is free once it has stood still for long enough. */
  version: Generated<number>;
  next_run_at: number;
  last_started_at: Generated<number>;
  last_succeeded_at: Generated<number>;
  last_failed_at: Generated<number>;
  /** Error of the last failed run; it stays after a success. */
  last_error: Generated<string>;
  /** Failed runs in a row. */
  failures: Generated<number>;
}

/** A mail that waits to be sent. Times are seconds. A sent one is deleted. */
export interface MailTable {
  id: Generated<number>;
  address: string;
  subject: string;
  /** JSON of `text` and `html`, sealed because links in it are secrets; empty once it was given up. */
  body: string;
  attempts: Generated<number>;
  next_try_at: number;
  last_error: Generated<string>;
  created_time: number;
  /** It is given up afterwards, such as when the code in it has expired. */
  send_until: number;
  /** 0 while it waits. */
  given_up_time: Generated<number>;
}

export interface TelegramLinkTable {
  user_id: number;
  /** Number of the Telegram account, which never changes. */
  telegram_id: number;
  created_time: number;
}

/** A command that root adds to the bot. */
export interface TelegramMenuTable {
  id: Generated<number>;
  command: string;
  description: string;
  parse_mode: TelegramParseMode;
  reply_message: string;
}
