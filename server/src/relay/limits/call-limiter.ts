import type { CallLimits } from '../../modules/routing/call-limits.ts';
import type { RoutingChannel, RoutingGroup } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Identity } from '../rights/identity.ts';
import { LimitedUse } from './limited-use.ts';
import { type Obstacle, RateCounter } from './rate-counter.ts';

/** Number of meters of one kind above which unused ones are removed. */
const CAPACITY = 100_000;

const codes = {
  requests: 'rate.requests',
  tokens: 'rate.tokens',
  parallel: 'rate.parallel',
} as const satisfies Record<Obstacle['name'], string>;

/** Meters of one kind, by number. */
class MeterShelf {
  readonly #meters = new Map<number, RateCounter>();
  #sweepAt: number;

  constructor(capacity: number) {
    this.#sweepAt = capacity;
  }

  get size(): number {
    return this.#meters.size;
  }

  of(id: number, limits: CallLimits, nowMs: number): RateCounter {
    const known = this.#meters.get(id);
    if (known !== undefined) {
      if (known.limits !== limits) known.limits = limits;
      return known;
    }
    if (this.#meters.size >= this.#sweepAt) this.#forgetIdle(nowMs);
    const meter = new RateCounter(limits, nowMs);
    this.#meters.set(id, meter);
    return meter;
  }

  /** The next sweep follows only when twice as many meters are in use, so calls seldom wait for one. */
  #forgetIdle(nowMs: number): void {
    for (const [id, meter] of this.#meters) if (meter.isIdle(nowMs)) this.#meters.delete(id);
    this.#sweepAt = Math.max(this.#sweepAt, 2 * this.#meters.size);
  }
}

/**
 * Limits of users, keys, channels, channel keys and groups. They are exact within the process: check and
 * update are one atomic step. A group's limit applies to each of its users.
 */
export class CallLimiter {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'nowMs'>;
  readonly #capacity: number;
  readonly #users: MeterShelf;
  readonly #keys: MeterShelf;
  readonly #channels: MeterShelf;
  readonly #channelKeys: MeterShelf;
  /** By group symbol; each holds the group's users. */
  readonly #groups = new Map<string, MeterShelf>();

  constructor(clock: Pick<Clock, 'monotonicMs' | 'nowMs'>, capacity = CAPACITY) {
    this.#clock = clock;
    this.#capacity = capacity;
    this.#users = new MeterShelf(capacity);
    this.#keys = new MeterShelf(capacity);
    this.#channels = new MeterShelf(capacity);
    this.#channelKeys = new MeterShelf(capacity);
  }

  /** Number of meters in memory. */
  get size(): number {
    let size = this.#users.size + this.#keys.size + this.#channels.size + this.#channelKeys.size;
    for (const shelf of this.#groups.values()) size += shelf.size;
    return size;
  }

  /** Returns the meters that limit a call before a channel is chosen. */
  metersOf({ userId, tokenId, userLimits, tokenLimits }: LimitedCaller, group: LimitedGroup): LimitedUse {
    const now = this.#clock.monotonicMs();
    const meters = [this.#groupShelf(group.symbol).of(userId, group.limits, now)];
    if (userLimits !== null) meters.push(this.#users.of(userId, userLimits, now));
    if (tokenLimits !== null) meters.push(this.#keys.of(tokenId, tokenLimits, now));
    return new LimitedUse(meters, this.#clock);
  }

  /**
   * Counts a call on all its limits, or on none.
   * @throws rate.requests, rate.tokens or rate.parallel
   */
  start(use: LimitedUse): void {
    refuse(use.obstacle());
    use.start();
  }

  /**
   * Counts a call that another one waits for, as `start` does. Both take one place among parallel calls.
   * @throws rate.requests, rate.tokens or rate.parallel
   */
  startInside(use: LimitedUse, waiting: LimitedUse | null): void {
    waiting?.leavePlace();
    try {
      this.start(use);
    } finally {
      waiting?.takePlace();
    }
  }

  /**
   * Counts a call that is already counted on another group too.
   * @throws rate.requests, rate.tokens or rate.parallel
   */
  join(use: LimitedUse, { userId }: Pick<LimitedCaller, 'userId'>, { symbol, limits }: LimitedGroup): void {
    const now = this.#clock.monotonicMs();
    const meter = this.#groupShelf(symbol).of(userId, limits, now);
    refuse(meter.obstacle(now));
    use.join(meter);
  }

  /**
   * Counts the tokens that a call is expected to use; the actual number is known at its end.
   * @throws rate.tokens
   */
  expectTokens(use: LimitedUse, tokens: number): void {
    refuse(use.tokenObstacle(tokens));
    use.expect(tokens);
  }

  /** @returns milliseconds until the channel accepts a call with this key; 0 if it does now */
  channelWaitMs({ id, limits, keyId, keyLimits }: LimitedChannel, tokens: number): number {
    if (limits === null && keyLimits === null) return 0;
    const now = this.#clock.monotonicMs();
    const ofChannel = limits === null ? 0 : waitMs(this.#channels.of(id, limits, now), tokens, now);
    const ofKey = keyLimits === null ? 0 : waitMs(this.#channelKeys.of(keyId, keyLimits, now), tokens, now);
    return Math.max(ofChannel, ofKey);
  }

  /**
   * Counts an attempt on a channel that accepts it now. @returns null if neither the channel nor its key has
   * limits
   */
  startOnChannel({ id, limits, keyId, keyLimits }: LimitedChannel, tokens: number): LimitedUse | null {
    if (limits === null && keyLimits === null) return null;
    const now = this.#clock.monotonicMs();
    const meters: RateCounter[] = [];
    if (limits !== null) meters.push(this.#channels.of(id, limits, now));
    if (keyLimits !== null) meters.push(this.#channelKeys.of(keyId, keyLimits, now));
    const use = new LimitedUse(meters, this.#clock);
    use.start();
    use.expect(tokens);
    return use;
  }

  #groupShelf(symbol: string): MeterShelf {
    const known = this.#groups.get(symbol);
    if (known !== undefined) return known;
    const shelf = new MeterShelf(this.#capacity);
    this.#groups.set(symbol, shelf);
    return shelf;
  }
}

type LimitedCaller = Pick<Identity, 'userId' | 'tokenId' | 'userLimits' | 'tokenLimits'>;
type LimitedGroup = Pick<RoutingGroup, 'symbol' | 'limits'>;
type LimitedChannel = Pick<RoutingChannel, 'id' | 'limits' | 'keyId' | 'keyLimits'>;

const waitMs = (meter: RateCounter, tokens: number, nowMs: number): number =>
  (meter.obstacle(nowMs, tokens) ?? meter.tokenObstacle(tokens, nowMs))?.waitMs ?? 0;

function refuse(obstacle: Obstacle | null): void {
  if (obstacle === null) return;
  throw new GatewayError(codes[obstacle.name], { retry_after: toWaitSeconds(obstacle.waitMs) });
}

/** Whole seconds, as in `retry-after`. */
export const toWaitSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
