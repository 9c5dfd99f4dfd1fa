import type { Db } from '../../db/store.ts';
import { changeOrderEvent, insertOrderEvent, type NewOrderEvent } from './order-repository.ts';

interface Window {
  number: number;
  count: number;
  /** Reasons of what was ignored. */
  reasons: Set<string>;
  /** The event that counts the others. */
  eventId?: number;
  /** Brings the stored count up to date. */
  storing?: Promise<void>;
}

/** Keys that are remembered; the one that was silent longest gives way. */
const CAPACITY = 10_000;

/** The present minute or hour of each key. */
export class Windows {
  readonly #seconds: number;
  readonly #byKey = new Map<string, Window>();

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  at(key: string, nowSeconds: number): Window {
    const number = Math.floor(nowSeconds / this.#seconds);
    let window = this.#byKey.get(key);
    if (window?.number !== number) window = { number, count: 0, reasons: new Set() };
    this.#byKey.delete(key);
    this.#byKey.set(key, window);
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > CAPACITY && oldest !== undefined) this.#byKey.delete(oldest);
    return window;
  }
}

interface Limit {
  limit: number;
  seconds: number;
  reasonOf: (count: number) => string;
}

/** Events of a key, of which some are stored in a time, and the others are counted in one more. */
export class LimitedEvents extends Windows {
  readonly #db: Db;
  readonly #limit: Limit;

  constructor(db: Db, limit: Limit) {
    super(limit.seconds);
    this.#db = db;
    this.#limit = limit;
  }

  /** Whether the next event may be stored. */
  take(key: string, nowSeconds: number): boolean {
    const window = this.at(key, nowSeconds);
    window.count += 1;
    return window.count <= this.#limit.limit;
  }

  /** Those that arrive during a write share the next one. */
  async storeCount(key: string, event: NewOrderEvent): Promise<void> {
    const window = this.at(key, event.created_at);
    window.storing ??= this.#storeCount(window, event);
    await window.storing;
  }

  async #storeCount(window: Window, event: NewOrderEvent): Promise<void> {
    const { limit, reasonOf } = this.#limit;
    let stored = limit;
    try {
      while (stored < window.count) {
        stored = window.count;
        const reason = reasonOf(stored - limit);
        if (window.eventId !== undefined) await changeOrderEvent(this.#db, window.eventId, { reason });
        else window.eventId = await insertOrderEvent(this.#db, { ...event, ip: '', reason, content: '' });
      }
    } finally {
      delete window.storing;
    }
  }
}
