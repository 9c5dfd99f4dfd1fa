import type { TelegramParseMode } from '@turnpike/contract';
import type { Generated } from 'kysely';

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
