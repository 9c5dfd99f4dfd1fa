import type { NotificationKind, NotificationServiceType } from '@turnpike/contract';
import type { Generated } from 'kysely';
import type { Flag } from './column-types.ts';

/** A place that an account receives notifications at. Times are seconds; 0 means never. */
export interface NotificationTargetTable {
  id: Generated<number>;
  /** Binds the secrets to the row. */
  uuid: string;
  user_id: number;
  type: NotificationServiceType;
  name: string;
  /** JSON of the values without secrets. */
  config: string;
  /** Sealed JSON of the secrets. */
  secrets_sealed: string;
  /** Kinds of events between commas, with one at each end. */
  kinds: string;
  /** One of its kinds is for administrators: events of the site look at these targets alone. */
  hears_site: Flag;
  enabled: Flag;
  allow_private: Flag;
  /** Minutes of the day; null without quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
  /** Second of the next summary of a day; 0: it receives none. */
  digest_at: number;
  /** First failure since the last success. */
  failing_since: Generated<number>;
  last_answer: Generated<string>;
  last_time: Generated<number>;
  /** Minute of the last message, and the messages sent in it. */
  turn_minute: Generated<number>;
  turn_count: Generated<number>;
  created_time: number;
}

/** An event that exists once, whatever number of processes notices it. */
export interface NotificationTable {
  id: Generated<number>;
  kind: NotificationKind;
  /** The account that it concerns; 0: the site. */
  user_id: number;
  /** Its subject and its time or period: an event with the same is the same. */
  subject: string;
  period: string;
  /** JSON. */
  facts: string;
  created_time: number;
}

export interface NotificationDeliveryTable {
  notification_id: number;
  target_id: number;
  /** Owner of the target. */
  user_id: number;
  state: 'waiting' | 'sent' | 'joined' | 'failed';
  attempts: Generated<number>;
  next_try_at: number;
  /** It is given up at the first failure from then on. */
  give_up_at: number;
  /** The run that sends it. */
  claim: Generated<string>;
  last_error: Generated<string>;
}
