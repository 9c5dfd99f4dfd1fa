import type { CallEnd, LedgerAccount, LedgerReferenceType, TaskStatus } from '@turnpike/contract';
import type { Generated } from 'kysely';
import type { Flag } from './column-types.ts';

/** Items of answers that the gateway wrote as responses. */
export interface KeptAnswerTable {
  user_id: number;
  /** Common part of the item ids. */
  name: string;
  /** The list of its items as JSON, sealed. */
  items: string;
  expires_at: number;
}

/** Something that a vendor keeps for a user, or that only the account can read that made it. */
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

/** A copy of a result in the bucket that no task has any more. */
export interface CopyToDeleteTable {
  /** Its name in the bucket. */
  copy: string;
  /** When the bucket is asked next. */
  due_at: number;
}

/** Work of a vendor for a user, charged once when it has ended. Texts in JSON are empty where there is nothing. */
export interface TaskTable {
  id: Generated<number>;
  /** As callers know it. */
  task_id: string;
  /** A `TaskDialectName`: the API that it was asked for by. */
  dialect: string;
  /** Name of its provider. */
  platform: string;
  action: string;
  /** As it is billed. */
  model: string;
  user_id: number;
  token_id: number;
  channel_id: number;
  /** 0 where the channel has no key. */
  key_id: number;
  status: TaskStatus;
  /** 0 to 100. */
  progress: Generated<number>;
  /** For callers. */
  fail_reason: Generated<string>;
  /** Words of the vendor about a failure, for administrators. */
  note: Generated<string>;
  prompt: Generated<string>;
  /** Empty until it is known. */
  upstream_id: Generated<string>;
  /** JSON of a `TaskTicket`. */
  ticket: Generated<string>;
  /** JSON: members of the request that its dialect shows. */
  asked: Generated<string>;
  /** The request as JSON, to make it again; empty where it is too long. */
  request: Generated<string>;
  /** JSON of the vendor's last answer. */
  data: Generated<string>;
  /** JSON: a list of `VendorFile`. */
  files: Generated<string>;
  created_at: number;
  updated_at: number;
  started_at: Generated<number>;
  finished_at: Generated<number>;
  /** When the vendor is asked next; 0: never. */
  due_at: number;
  looks: Generated<number>;
  /** How often in a row the vendor did not know it. */
  misses: Generated<number>;
  /** Points that are held for it until it is settled. */
  held: number;
  /** Points charged. */
  quota: Generated<number>;
  /** JSON of a `TaskTerms`: who pays, at which price. */
  terms: string;
  /** Names the call that made it. */
  request_id: string;
  /** 0 while it is not. */
  settled_at: Generated<number>;
  /** Code of midjourney-proxy's answer to its creation. */
  code: Generated<number>;
  is_midjourney: Generated<Flag>;
  /** Sealed: where its owner is notified; empty: nowhere. */
  notify_url: Generated<string>;
  /** Tries of the notice that is due. */
  notice_tries: Generated<number>;
  /** 0: none is due. */
  notice_due_at: Generated<number>;
  /** When its results are copied to the storage; 0: they are not to be. */
  copy_due_at: Generated<number>;
  /** Sealed: its channel, once that is deleted. */
  sealed: Generated<string>;
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
  /** Numbers of the channels that a call with several attempts was tried at, as ` 3 7 `; null in all other rows. */
  tried_channels: Generated<string | null>;
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
