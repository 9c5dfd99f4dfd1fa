import type {
  AccessTokenScope,
  BudgetOwnerType,
  BudgetPeriodName,
  BudgetUnit,
  Language,
} from '@turnpike/contract';
import type { Generated } from 'kysely';
import type { Flag, StoredLimits } from './column-types.ts';

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
  /** One of `groupStrategies`. */
  strategy: Generated<string>;
  /** A second channel is asked after so long without a first byte; 0: never. */
  hedge_seconds: Generated<number>;
  hedge_percent: Generated<number>;
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
  /** JSON list of symbols, in the order in which they serve. */
  spare_groups: Generated<string>;
  deleted_time: number;
}

/** The amount that calls of an owner may use in a period. The owner of a group's budget is all members together. */
export interface BudgetTable {
  id: Generated<number>;
  owner_type: BudgetOwnerType;
  owner_id: number;
  period: BudgetPeriodName;
  /** Length of a window for the period `hours`; else 0. */
  hours: Generated<number>;
  /** Name of a model, a trailing `*` is a prefix wildcard; empty: all. */
  model: string;
  unit: Generated<BudgetUnit>;
  /** The limit, in the unit. */
  points: number;
  /** Share of the limit, in percent, at which an alert is sent; 0: none. */
  alert_percent: Generated<number>;
  /** The limit until `override_until`. */
  override_points: Generated<number>;
  /** Seconds; 0: none. */
  override_until: Generated<number>;
  /** 0 while it counts; one that comes back goes on with what was used. */
  removed_time: Generated<number>;
}

export interface BudgetUseTable {
  budget_id: number;
  /** The period's first second; 0 where there is one only. */
  period_start: number;
  /** In the unit of the budget. Below zero while a reset is ahead of settlements that are still to be written. */
  points: number;
  /** When the alert of the period was sent; 0: not yet. */
  alerted_time: Generated<number>;
}
