import { setTimeout as wait } from 'node:timers/promises';
import type { Outbox } from '../../billing/outbox.ts';
import type { Db } from '../../db/store.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { ChannelPlace } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

export interface KeptPlace extends ChannelPlace {
  /** Input tokens that a call has more by naming the object. */
  tokens: number;
}

const RECENT_CAPACITY = 20_000;
const DRAIN_MS = 2_000;
/**
 * Which channel, by which key, keeps what of whose calls. Settlements carry it to the database; until it is there, and as long as
 * there is room, it is known here.
 */
export class KeptObjects {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #outbox: Pick<Outbox, 'backlog' | 'drainNow'>;
  /** Null for what was deleted: its settlement may come to the database later. */
  readonly #recent = new Map<string, KeptPlace | null>();

  constructor({
    db,
    clock,
    outbox,
  }: {
    db: Db;
    clock: Pick<Clock, 'nowSeconds'>;
    outbox: Pick<Outbox, 'backlog' | 'drainNow'>;
  }) {
    this.#db = db;
    this.#outbox = outbox;
    this.#clock = clock;
  }

  note({ userId, place }: { userId: number; place: ChannelPlace }, objects: readonly KeptObject[]): void {
    for (const { name, tokens } of objects) this.#remember(keyOf(userId, name), { ...place, tokens });
  }

  /**
   * @returns null where the user has no such object
   * @throws gateway.unavailable
   */
  async find(userId: number, name: string): Promise<KeptPlace | null> {
    const recent = this.#recent.get(keyOf(userId, name));
    if (recent !== undefined) return recent;
    const place = await this.#read(userId, name);
    if (place !== null || this.#outbox.backlog === 0) return place;
    // After a restart the outbox may hold what the process before it had noted.
    await Promise.race([this.#outbox.drainNow(), wait(DRAIN_MS)]);
    return this.#read(userId, name);
  }

  /** The vendor has deleted it. */
  async forget(userId: number, name: string): Promise<void> {
    this.#remember(keyOf(userId, name), null);
    await this.#db
      .deleteFrom('kept_objects')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .execute()
      .catch(unavailable);
  }

  async #read(userId: number, name: string): Promise<KeptPlace | null> {
    const row = await this.#db
      .selectFrom('kept_objects')
      .select(['channel_id as channelId', 'key_id as keyId', 'tokens'])
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .where('expires_at', '>', this.#clock.nowSeconds())
      .executeTakeFirst()
      .catch(unavailable);
    return row ?? null;
  }

  #remember(key: string, place: KeptPlace | null): void {
    this.#recent.delete(key);
    const [oldest] = this.#recent.size < RECENT_CAPACITY ? [] : this.#recent.keys();
    if (oldest !== undefined) this.#recent.delete(oldest);
    this.#recent.set(key, place);
  }
}

/** Of an id that an error names. */
const MAX_SHOWN_ID_LENGTH = 100;

export const shownId = (id: string): string => id.slice(0, MAX_SHOWN_ID_LENGTH);

const keyOf = (userId: number, name: string): string => `${userId} ${name}`;

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
