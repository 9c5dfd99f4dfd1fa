import type { Clock } from '../../platform/clock.ts';

const CAPACITY = 10_000;
const RECENT_CALLS = 10;
/** With this many failures among the recent calls, or failures of two users, the channel is at fault. */
const MANY_FAILURES = 3;

/** A channel with a key, and the model's name there. */
export interface CooledModel {
  channel: { id: number; keyId: number };
  upstreamModel: string;
}

interface Rest {
  channelId: number;
  /** Null: all keys of the channel. */
  keyId: number | null;
  model: string;
  untilMs: number;
}

/** Channels and channel keys that pause for a model after a failure. */
export class Cooldowns {
  readonly #rests = new Map<string, Rest>();
  /**
   * Users of the recent failed calls, and null for each successful call; only for models with recent
   * failures.
   */
  readonly #recent = new Map<string, (number | null)[]>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Pauses all keys of the channel. */
  start(model: CooledModel, seconds: number): void {
    this.#start(nameOf(model), { model, keyId: null, seconds });
  }

  startForKey(model: CooledModel, seconds: number): void {
    this.#start(keyNameOf(model), { model, keyId: model.channel.keyId, seconds });
  }

  /** End of the pause on the monotonic clock; 0 if there is none. */
  untilMs(model: CooledModel): number {
    if (this.#rests.size === 0) return 0;
    return Math.max(this.#untilMs(nameOf(model)), this.#untilMs(keyNameOf(model)));
  }

  /** Returns the current pauses of a channel. */
  restingKeys(channelId: number): (Pick<Rest, 'keyId' | 'model'> & { seconds: number })[] {
    const now = this.#clock.monotonicMs();
    return [...this.#rests.values()]
      .filter((rest) => rest.channelId === channelId && rest.untilMs > now)
      .map(({ keyId, model, untilMs }) => ({ keyId, model, seconds: Math.ceil((untilMs - now) / 1000) }));
  }

  /**
   * Counts a failure that one caller's unusual request may have caused.
   * @returns whether other calls failed too, so that the channel is at fault
   */
  noteFailure(model: CooledModel, userId: number): boolean {
    const key = nameOf(model);
    const recent = this.#recent.get(key) ?? [];
    if (recent.length === 0 && this.#recent.size >= CAPACITY) this.#recent.clear();
    this.#recent.set(key, recent);
    addRecent(recent, userId);
    const failed = recent.filter((user) => user !== null);
    return failed.length >= MANY_FAILURES || new Set(failed).size > 1;
  }

  noteSuccess(model: CooledModel): void {
    if (this.#recent.size === 0) return;
    const key = nameOf(model);
    const recent = this.#recent.get(key);
    if (recent === undefined) return;
    addRecent(recent, null);
    if (recent.every((user) => user === null)) this.#recent.delete(key);
  }

  #start(
    name: string,
    { model, keyId, seconds }: { model: CooledModel; keyId: number | null; seconds: number },
  ): void {
    if (seconds <= 0) return;
    if (this.#rests.size >= CAPACITY) this.#forgetOver();
    const { channel, upstreamModel } = model;
    const untilMs = this.#clock.monotonicMs() + seconds * 1000;
    this.#rests.set(name, { channelId: channel.id, keyId, model: upstreamModel, untilMs });
  }

  #untilMs(name: string): number {
    const until = this.#rests.get(name)?.untilMs ?? 0;
    if (until > this.#clock.monotonicMs()) return until;
    if (until > 0) this.#rests.delete(name);
    return 0;
  }

  #forgetOver(): void {
    const now = this.#clock.monotonicMs();
    for (const [name, { untilMs }] of this.#rests) if (untilMs <= now) this.#rests.delete(name);
    if (this.#rests.size >= CAPACITY) this.#rests.clear();
  }
}

const nameOf = ({ channel, upstreamModel }: CooledModel): string => `${channel.id} ${upstreamModel}`;

const keyNameOf = ({ channel, upstreamModel }: CooledModel): string =>
  `${channel.id}/${channel.keyId} ${upstreamModel}`;

function addRecent(recent: (number | null)[], user: number | null): void {
  recent.push(user);
  if (recent.length > RECENT_CALLS) recent.shift();
}
