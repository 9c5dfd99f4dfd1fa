import { setTimeout as wait } from 'node:timers/promises';
import { isStorableText } from '@turnpike/contract';
import type { Outbox } from '../../billing/outbox.ts';
import type { Db } from '../../db/store.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { ChannelPlace } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ObjectKind } from './object-actions.ts';

export interface KeptPlace extends ChannelPlace {
  /** Input tokens that a reference to the object adds to a call. */
  tokens: number;
  /** Model that the original call requested; empty if unknown. */
  model: string;
}

/** An object that a user created through a separate endpoint. */
export interface OwnedObject {
  name: string;
  kind: ObjectKind;
  /** The vendor's JSON of the object. */
  shown: string;
}

export interface ObjectPage {
  kind: ObjectKind;
  limit: number;
  after: string | null;
  before: string | null;
  /** Oldest first. */
  isRising: boolean;
}

/** A longer object is listed by its id alone. */
const MAX_SHOWN_LENGTH = 16 * 1024;
/** Until it is deleted, or the vendor no longer has it. */
const OWNED_SECONDS = 10 * 365 * 86_400;
const RECENT_CAPACITY = 20_000;
const DRAIN_MS = 2_000;
/**
 * Records which channel and key store which object of which user. Settlements write it to the database. Until
 * then it is kept in memory, if there is room.
 */
export class KeptObjects {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #outbox: Pick<Outbox, 'backlog' | 'drainNow'>;
  /** Null for a deleted object: its settlement may be written to the database later. */
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

  note(
    { userId, place, model }: { userId: number; place: ChannelPlace; model: string },
    objects: readonly KeptObject[],
  ): void {
    for (const { name, tokens } of objects) this.#remember(keyOf(userId, name), { ...place, tokens, model });
  }

  /**
   * @returns null if the user has no such object
   * @throws gateway.unavailable
   */
  async find(userId: number, name: string): Promise<KeptPlace | null> {
    const recent = this.#recent.get(keyOf(userId, name));
    if (recent !== undefined) return recent;
    const place = await this.#read(userId, name);
    if (place !== null || this.#outbox.backlog === 0) return place;
    // After a restart, the outbox may hold objects that the previous process recorded.
    await Promise.race([this.#outbox.drainNow(), wait(DRAIN_MS)]);
    return this.#read(userId, name);
  }

  /**
   * Stores the last known state of an object with a separate endpoint.
   * @throws gateway.unavailable
   */
  async keep(userId: number, place: ChannelPlace, { name, kind, shown }: OwnedObject): Promise<void> {
    const now = this.#clock.nowSeconds();
    const seen = {
      channel_id: place.channelId,
      key_id: place.keyId,
      shown: shown.length > MAX_SHOWN_LENGTH ? '' : shown,
      expires_at: now + OWNED_SECONDS,
    };
    await this.#db
      .insertInto('kept_objects')
      .values({ user_id: userId, name, kind, tokens: 0, created_at: now, ...seen })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ kind, ...seen }))
      .execute()
      .catch(unavailable);
    this.#remember(keyOf(userId, name), { ...place, tokens: 0, model: '' });
  }

  /** Like `keep`, but does not change known objects. @throws gateway.unavailable */
  async keepNew(userId: number, place: ChannelPlace, object: OwnedObject): Promise<void> {
    if ((await this.find(userId, object.name)) === null) await this.keep(userId, place, object);
  }

  /**
   * Lists a user's objects of a kind, newest first by default; empty next to a name that does not belong to
   * the user.
   * @throws gateway.unavailable
   */
  async list(
    userId: number,
    { kind, limit, after, before, isRising }: ObjectPage,
  ): Promise<{ name: string; shown: string }[]> {
    let rows = this.#db
      .selectFrom('kept_objects')
      .select(['name', 'shown'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('expires_at', '>', this.#clock.nowSeconds());
    for (const [edge, isAfter] of [
      [after, true],
      [before, false],
    ] as const) {
      if (edge === null) continue;
      const at = await this.#madeAt(userId, edge);
      if (at === null) return [];
      const than = isAfter === isRising ? '>' : '<';
      rows = rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'name'), than, tuple(at, edge)),
      );
    }
    const order = isRising ? 'asc' : 'desc';
    return rows.orderBy('created_at', order).orderBy('name', order).limit(limit).execute().catch(unavailable);
  }

  /**
   * Returns the place of the newest object that a user created through a separate endpoint.
   * @returns null if there is none
   * @throws gateway.unavailable
   */
  async newestPlace(userId: number): Promise<ChannelPlace | null> {
    const row = await this.#db
      .selectFrom('kept_objects')
      .select(['channel_id as channelId', 'key_id as keyId'])
      .where('user_id', '=', userId)
      .where('kind', '<>', '')
      .where('expires_at', '>', this.#clock.nowSeconds())
      .orderBy('created_at', 'desc')
      .orderBy('name', 'desc')
      .limit(1)
      .executeTakeFirst()
      .catch(unavailable);
    return row ?? null;
  }

  async #madeAt(userId: number, name: string): Promise<number | null> {
    const row = await this.#db
      .selectFrom('kept_objects')
      .select('created_at')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
      .catch(unavailable);
    return row?.created_at ?? null;
  }

  /** Removes an object that the vendor has deleted. */
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
    if (!isStorableText(name)) return null;
    const row = await this.#db
      .selectFrom('kept_objects')
      .select(['channel_id as channelId', 'key_id as keyId', 'tokens', 'model'])
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

/** Maximum length of an id in an error. */
const MAX_SHOWN_ID_LENGTH = 100;

export const shownId = (id: string): string => id.slice(0, MAX_SHOWN_ID_LENGTH);

/** @param param member of the request that names it */
export const itemNotFound = (id: string, param: string): GatewayError =>
  new GatewayError('item.not_found', { id: shownId(id), param });

const keyOf = (userId: number, name: string): string => `${userId} ${name}`;

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}

export const objectNotFound = (id: string, cause?: Error): GatewayError =>
  new GatewayError('object.not_found', { id: shownId(id) }, { cause });
