import type { Clock } from '../../platform/clock.ts';

const CAPACITY = 10_000;

/** Channels that pause for a model after a failure. */
export class Cooldowns {
  readonly #untilMs = new Map<string, number>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  start(channelId: number, upstreamModel: string, seconds: number): void {
    if (seconds <= 0) return;
    if (this.#untilMs.size >= CAPACITY) this.#forgetOver();
    this.#untilMs.set(keyOf(channelId, upstreamModel), this.#clock.monotonicMs() + seconds * 1000);
  }

  isCooling(channelId: number, upstreamModel: string): boolean {
    if (this.#untilMs.size === 0) return false;
    const key = keyOf(channelId, upstreamModel);
    const until = this.#untilMs.get(key);
    if (until === undefined) return false;
    if (until > this.#clock.monotonicMs()) return true;
    this.#untilMs.delete(key);
    return false;
  }

  #forgetOver(): void {
    const now = this.#clock.monotonicMs();
    for (const [key, until] of this.#untilMs) if (until <= now) this.#untilMs.delete(key);
    if (this.#untilMs.size >= CAPACITY) this.#untilMs.clear();
  }
}

const keyOf = (channelId: number, upstreamModel: string): string => `${channelId} ${upstreamModel}`;
