import type { Clock } from '../../platform/clock.ts';

const CAPACITY = 10_000;
const RECENT_CALLS = 10;
/** With this many failures among the recent calls, or failures of two users, the channel is at fault. */
const MANY_FAILURES = 3;
/** Each rest that follows a failed trial is twice as long, up to this. */
const LONGEST_REST_SECONDS = 300;
/** A trial without a result lets the next one begin after this long. */
const TRIAL_SECONDS = 60;

/** A channel with a key, and the model's name there. */
export interface BrokenModel {
  channel: { id: number; keyId: number };
  upstreamModel: string;
}

/** A channel or key that is not called for a model. After the rest, one call tries it; the others wait for its result. */
interface Rest {
  channelId: number;
  /** Null: all keys of the channel. */
  keyId: number | null;
  model: string;
  untilMs: number;
  /** Its length. */
  seconds: number;
  /** It is over, and one call is under way; `untilMs` is the end of the wait for that one. */
  isTrial: boolean;
  /** Catalogue code of the failure. */
  code: string;
}

/** The failure that a rest follows. */
export interface RestReason {
  seconds: number;
  code: string;
  /** The upstream named the time of its reset, so a later rest is not longer. */
  isExact?: boolean;
}

/** Circuit breakers: channels and channel keys that rest for a model after a failure. */
export class Breakers {
  readonly #rests = new Map<string, Rest>();
  /**
   * Users of the recent failed calls, and null for each successful call; only for models with recent
   * failures.
   */
  readonly #recent = new Map<string, (number | null)[]>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** No rest or trial ends later. */
  #latestMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Lets all keys of the channel rest. */
  open(model: BrokenModel, reason: RestReason): void {
    this.#open(nameOf(model), model, null, reason);
  }

  openKey(model: BrokenModel, reason: RestReason): void {
    this.#open(keyNameOf(model), model, model.channel.keyId, reason);
  }

  /** Some channel rests, or is about to be tried. */
  get isAnyOpen(): boolean {
    return this.#latestMs > this.#clock.monotonicMs();
  }

  /** End of the rest, or of a trial, on the monotonic clock; 0 if the channel and key may be called. */
  untilMs(model: BrokenModel): number {
    if (this.#rests.size === 0) return 0;
    return Math.max(this.#untilMs(nameOf(model)), this.#untilMs(keyNameOf(model)));
  }

  /** A call begins. After a rest it is the trial, and other calls stay away. */
  begin(model: BrokenModel): void {
    if (this.#rests.size === 0) return;
    const now = this.#clock.monotonicMs();
    for (const name of [nameOf(model), keyNameOf(model)]) {
      const rest = this.#rests.get(name);
      if (rest === undefined || rest.untilMs > now) continue;
      rest.isTrial = true;
      rest.untilMs = now + TRIAL_SECONDS * 1000;
      this.#latestMs = Math.max(this.#latestMs, rest.untilMs);
    }
  }

  /** A call ended without a result. If it was the trial, the next call is. */
  leave(model: BrokenModel): void {
    if (this.#rests.size === 0) return;
    for (const name of [nameOf(model), keyNameOf(model)]) {
      const rest = this.#rests.get(name);
      if (rest?.isTrial === true) rest.untilMs = 0;
    }
  }

  /** The upstream has begun an answer, or refused a request for its content: it works. */
  close(model: BrokenModel): void {
    if (this.#rests.size === 0) return;
    this.#rests.delete(nameOf(model));
    this.#rests.delete(keyNameOf(model));
  }

  /** Returns the current rests of a channel. */
  restsOf(channelId: number): (Pick<Rest, 'keyId' | 'model' | 'code'> & { seconds: number })[] {
    const now = this.#clock.monotonicMs();
    return [...this.#rests.values()]
      .filter((rest) => rest.channelId === channelId && rest.untilMs > now)
      .map(({ keyId, model, code, untilMs }) => {
        return { keyId, model, code, seconds: Math.ceil((untilMs - now) / 1000) };
      });
  }

  /**
   * Counts a failure that one caller's unusual request may have caused.
   * @returns whether other calls failed too, so that the channel is at fault
   */
  noteFailure(model: BrokenModel, userId: number): boolean {
    const key = nameOf(model);
    // A failed trial confirms the failures before.
    if (this.#rests.has(key)) return true;
    const recent = this.#recent.get(key) ?? [];
    if (recent.length === 0 && this.#recent.size >= CAPACITY) this.#recent.clear();
    this.#recent.set(key, recent);
    addRecent(recent, userId);
    const failed = recent.filter((user) => user !== null);
    return failed.length >= MANY_FAILURES || new Set(failed).size > 1;
  }

  noteSuccess(model: BrokenModel): void {
    this.close(model);
    if (this.#recent.size === 0) return;
    const key = nameOf(model);
    const recent = this.#recent.get(key);
    if (recent === undefined) return;
    addRecent(recent, null);
    if (recent.every((user) => user === null)) this.#recent.delete(key);
  }

  #open(name: string, model: BrokenModel, keyId: number | null, reason: RestReason): void {
    const known = this.#rests.get(name);
    const now = this.#clock.monotonicMs();
    // Calls that were under way when a channel failed do not make its rest longer.
    const grown = known?.isTrial === true && reason.isExact !== true ? 2 * known.seconds : 0;
    const seconds = Math.max(reason.seconds, Math.min(grown, LONGEST_REST_SECONDS));
    if (seconds <= 0) return;
    if (known === undefined && this.#rests.size >= CAPACITY) this.#forgetOver();
    const { channel, upstreamModel } = model;
    const untilMs = Math.max(now + seconds * 1000, known?.isTrial === true ? 0 : (known?.untilMs ?? 0));
    this.#latestMs = Math.max(this.#latestMs, untilMs);
    this.#rests.set(name, {
      ...{ channelId: channel.id, keyId, model: upstreamModel, untilMs, seconds, code: reason.code },
      isTrial: false,
    });
  }

  #untilMs(name: string): number {
    const until = this.#rests.get(name)?.untilMs ?? 0;
    return until > this.#clock.monotonicMs() ? until : 0;
  }

  #forgetOver(): void {
    const now = this.#clock.monotonicMs();
    for (const [name, { untilMs }] of this.#rests) if (untilMs <= now) this.#rests.delete(name);
    if (this.#rests.size >= CAPACITY) this.#rests.clear();
  }
}

const nameOf = ({ channel, upstreamModel }: BrokenModel): string => `${channel.id} ${upstreamModel}`;

const keyNameOf = ({ channel, upstreamModel }: BrokenModel): string =>
  `${channel.id}/${channel.keyId} ${upstreamModel}`;

function addRecent(recent: (number | null)[], user: number | null): void {
  recent.push(user);
  if (recent.length > RECENT_CALLS) recent.shift();
}
