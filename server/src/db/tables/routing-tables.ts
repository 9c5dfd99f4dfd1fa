import type { PriceChangeKind } from '@turnpike/contract';
import type { Generated } from 'kysely';
import type { Flag, StoredLimits } from './column-types.ts';

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
  /** JSON of cost ratios by the upstream's name of a model: decimals as texts. */
  model_cost_ratios: Generated<string>;
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
  /** When the gateway last turned it off; 0: never, or before this was kept. */
  auto_disabled_time: Generated<number>;
  /** Catalogue code of the reason. */
  auto_disabled_code: Generated<string>;
  deleted_time: number;
}

/** Results of the calls of an hour at a channel. */
export interface ChannelHealthHourTable {
  /** Start of the hour, seconds. */
  hour: number;
  channel_id: number;
  calls: number;
  failures: number;
  /** Sums over the answered calls, milliseconds. */
  first_byte_ms: number;
  duration_ms: number;
}

/** A test of a channel; the last ones of each are kept. */
export interface ChannelTestTable {
  id: Generated<number>;
  channel_id: number;
  time: number;
  /** Code of the error; empty where it passed. */
  code: string;
  /** 0 where it failed. */
  duration_ms: number;
}

/** The run of the scheduled tests that runs or ran last: one row. */
export interface ChannelTestRunTable {
  id: number;
  started_at: number;
  /** 0 while it runs. */
  ended_at: number;
  total: number;
  passed: number;
  failed: number;
  skipped: number;
  disabled: number;
  enabled: number;
  /** JSON of the channels under test: number and name. */
  testing: string;
  /** When somebody asked for a run of all channels; 0 once that has ended. */
  wanted_at: number;
}

/** Calls of an hour by the model that was billed, whatever channels were tried. */
export interface ModelHealthHourTable {
  /** Start of the hour, seconds. */
  hour: number;
  model: string;
  /** Calls that were answered or failed; those that ended by their callers are left out. */
  calls: number;
  failures: number;
  /** Sum over the answered calls, milliseconds. */
  first_byte_ms: number;
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
  /** Factors by the time of the call: JSON with decimals as texts; empty where there are none. */
  hours: Generated<string>;
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
