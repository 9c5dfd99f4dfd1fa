import type { Db } from '../../db/store.ts';
import { LimitedEvents, Windows } from './limited-events.ts';
import { insertOrderEvent, type NewOrderEvent } from './order-repository.ts';
import type { Verdict } from './order-rules.ts';

/** Refused and failed callbacks of a gateway that are stored one by one in a minute. */
export const MAX_REFUSED_A_MINUTE = 60;
/** Failed callbacks of a gateway in a minute after which the others are not looked at. */
const MAX_FAILED_A_MINUTE = 60;
/** Callbacks of a gateway that are looked at together: each may wait for the gateway. */
const MAX_AT_ONCE = 200;
/** Events of an order that change nothing and are stored one by one in an hour. */
export const MAX_IDLE_AN_HOUR = 20;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Stores events of orders. Anyone who knows a gateway's address can send callbacks, and buyers can repeat theirs, so
 * those beyond a limit are counted in one event.
 */
export class OrderEvents {
  readonly #db: Db;
  readonly #doubtful: LimitedEvents;
  readonly #idle: LimitedEvents;
  readonly #failed = new Windows(MINUTE);
  readonly #openByGateway = new Map<number, number>();

  constructor(db: Db) {
    this.#db = db;
    this.#doubtful = new LimitedEvents(db, {
      ...{ limit: MAX_REFUSED_A_MINUTE, seconds: MINUTE },
      reasonOf: (count) => `${count} more were refused or failed in this minute.`,
    });
    this.#idle = new LimitedEvents(db, {
      ...{ limit: MAX_IDLE_AN_HOUR, seconds: HOUR },
      reasonOf: (count) => `${count} more changed nothing in this hour.`,
    });
  }

  /** @returns false for one that was only counted */
  async store(event: NewOrderEvent): Promise<boolean> {
    const { trade_no, gateway_id, created_at, source, verdict } = event;
    const isDoubtful = source === 'callback' && (verdict === 'refused' || verdict === 'failed');
    if (this.#isIdle(event) && !this.#idle.take(trade_no, created_at)) {
      await this.#idle.storeCount(trade_no, event);
      return false;
    }
    if (isDoubtful && !this.#doubtful.take(`${gateway_id}`, created_at)) {
      await this.#doubtful.storeCount(`${gateway_id}`, { ...event, trade_no: '' });
      return false;
    }
    await insertOrderEvent(this.#db, event);
    return true;
  }

  /**
   * Takes a callback of a gateway, as far as it may be looked at now. Its look may cost a question to the gateway.
   * @returns undefined where too many failed in this minute, or too many are looked at
   */
  async lookAt<Seen extends { result: Pick<Verdict, 'verdict'> }>(
    gatewayId: number,
    nowSeconds: number,
    look: () => Promise<Seen>,
  ): Promise<Seen | undefined> {
    const open = this.#openByGateway.get(gatewayId) ?? 0;
    const failed = () => this.#failed.at(`${gatewayId}`, nowSeconds);
    if (open >= MAX_AT_ONCE || failed().count >= MAX_FAILED_A_MINUTE) return undefined;
    this.#openByGateway.set(gatewayId, open + 1);
    try {
      const seen = await look();
      if (seen.result.verdict === 'failed') failed().count += 1;
      return seen;
    } finally {
      const left = (this.#openByGateway.get(gatewayId) ?? 1) - 1;
      if (left > 0) this.#openByGateway.set(gatewayId, left);
      else this.#openByGateway.delete(gatewayId);
    }
  }

  /** Whether an event of an order reports nothing new. The first one that is ignored for a reason may have changed it. */
  #isIdle({ trade_no, source, verdict, reason, created_at }: NewOrderEvent): boolean {
    if (trade_no === '' || verdict === 'credited') return false;
    if (verdict === 'refused') return source !== 'callback';
    if (verdict !== 'ignored') return true;
    const { reasons } = this.#idle.at(trade_no, created_at);
    if (reasons.has(reason) || reasons.size >= MAX_IDLE_AN_HOUR) return true;
    reasons.add(reason);
    return false;
  }
}
