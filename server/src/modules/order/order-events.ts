import type { Db } from '../../db/store.ts';
import { changeOrderEvent, insertOrderEvent, type NewOrderEvent } from './order-repository.ts';

/** Refused callbacks of a gateway that are stored one by one in a minute. */
export const MAX_REFUSED_A_MINUTE = 60;

interface Minute {
  number: number;
  count: number;
  /** The event that counts the others. */
  eventId?: number;
  /** Brings the stored count up to date. */
  storing?: Promise<void>;
}

/**
 * Stores refused callbacks. Anyone who knows a gateway's address can send them, so those beyond the limit of a minute
 * are counted in one event.
 */
export class RefusedCallbacks {
  readonly #db: Db;
  readonly #minuteByGateway = new Map<number, Minute>();

  constructor(db: Db) {
    this.#db = db;
  }

  async store(event: NewOrderEvent): Promise<void> {
    const number = Math.floor(event.created_at / 60);
    let minute = this.#minuteByGateway.get(event.gateway_id);
    if (minute?.number !== number) {
      minute = { number, count: 0 };
      this.#minuteByGateway.set(event.gateway_id, minute);
    }
    minute.count += 1;
    if (minute.count <= MAX_REFUSED_A_MINUTE) {
      await insertOrderEvent(this.#db, event);
      return;
    }
    // Callbacks that arrive during a write share the next one.
    minute.storing ??= this.#storeCount(minute, event);
    await minute.storing;
  }

  async #storeCount(minute: Minute, event: NewOrderEvent): Promise<void> {
    let stored = MAX_REFUSED_A_MINUTE;
    try {
      while (stored < minute.count) {
        stored = minute.count;
        const reason = `${stored - MAX_REFUSED_A_MINUTE} more were refused in this minute.`;
        if (minute.eventId !== undefined) await changeOrderEvent(this.#db, minute.eventId, { reason });
        else
          minute.eventId = await insertOrderEvent(this.#db, {
            ...event,
            ...{ trade_no: '', ip: '', reason, content: '' },
          });
      }
    } finally {
      delete minute.storing;
    }
  }
}
