import type { Clock } from '../../platform/clock.ts';

/** Figures are of this many minutes. */
const WINDOW_MINUTES = 15;
/** Figures of models that were not called since the window are forgotten above this number. */
const CAPACITY = 20_000;
const MAX_MESSAGE = 300;

/** A channel with a key, and the model's name there. */
interface HealthPlace {
  channel: { id: number; keyId: number };
  upstreamModel: string;
}

/** The end of an attempt. */
export interface AttemptEnd {
  /** Catalogue code; empty for an answer. */
  code: string;
  /** Text for administrators. */
  message: string;
  /** Until the first byte of the answer; null without one. */
  firstByteMs: number | null;
  durationMs: number;
}

/** Sums over a time. Only failures that are not the caller's count as such. */
export interface HealthSums {
  calls: number;
  failures: number;
  /** Sum over the answered calls, like the next one. */
  firstByteMs: number;
  durationMs: number;
}

export interface LastError {
  code: string;
  message: string;
  model: string;
  /** Seconds since 1970. */
  time: number;
  /** Time of the first failure since the channel had none for as long as the figures go back. */
  since: number;
}

const noSums = (): HealthSums => ({ calls: 0, failures: 0, firstByteMs: 0, durationMs: 0 });

/** One model at a channel with a key: a ring of minutes. */
class ModelHealth {
  readonly channelId: number;
  readonly keyId: number;
  readonly model: string;
  lastMinute = 0;
  inFlight = 0;
  readonly #minutes: { minute: number; sums: HealthSums }[] = [];

  constructor({ channel, upstreamModel }: HealthPlace) {
    this.channelId = channel.id;
    this.keyId = channel.keyId;
    this.model = upstreamModel;
  }

  sumsOf(minute: number): HealthSums {
    this.lastMinute = minute;
    const slot = this.#minutes[minute % WINDOW_MINUTES];
    if (slot !== undefined && slot.minute === minute) return slot.sums;
    const sums = noSums();
    this.#minutes[minute % WINDOW_MINUTES] = { minute, sums };
    return sums;
  }

  addTo(total: HealthSums, minute: number): void {
    for (const slot of this.#minutes) {
      if (slot === undefined || slot.minute > minute || slot.minute <= minute - WINDOW_MINUTES) continue;
      addSums(total, slot.sums);
    }
  }
}

/**
 * Results of real calls in the last 15 minutes for each channel, key and model, in memory, and hourly sums of each
 * channel that a job stores.
 */
export class ChannelHealth {
  readonly #clock: Pick<Clock, 'nowSeconds' | 'monotonicMs'>;
  readonly #models = new Map<string, ModelHealth>();
  readonly #lastErrors = new Map<number, LastError>();
  #hours = new Map<string, { channelId: number; hour: number; sums: HealthSums }>();

  constructor(clock: Pick<Clock, 'nowSeconds' | 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** An attempt begins. */
  begin(place: HealthPlace): void {
    this.#modelOf(place).inFlight += 1;
  }

  /** It ends without a result that says something about the channel: its caller left, or nothing was sent. */
  leave(place: HealthPlace): void {
    const model = this.#modelOf(place);
    model.inFlight = Math.max(0, model.inFlight - 1);
  }

  /** @param isFailure of the channel, its key or its upstream; an error of the caller is an answer */
  end(place: HealthPlace, end: AttemptEnd, { isFailure }: { isFailure: boolean }): void {
    this.leave(place);
    const { id } = place.channel;
    const time = this.#clock.nowSeconds();
    for (const sums of [this.#modelOf(place).sumsOf(this.#minute()), this.#hourOf(id, time)]) {
      sums.calls += 1;
      if (isFailure) sums.failures += 1;
      else {
        sums.firstByteMs += end.firstByteMs ?? end.durationMs;
        sums.durationMs += end.durationMs;
      }
    }
    if (!isFailure) return;
    const { code, message } = end;
    const before = this.#lastErrors.get(id);
    const isFirst = before === undefined || time - before.time > WINDOW_MINUTES * 60;
    this.#lastErrors.set(id, {
      ...{ code, message: message.slice(0, MAX_MESSAGE), model: place.upstreamModel, time },
      since: isFirst ? time : before.since,
    });
  }

  /** Sums of a model at a channel with a key in the last 15 minutes. */
  sumsAt(place: HealthPlace): HealthSums & { inFlight: number } {
    const model = this.#models.get(nameOf(place));
    const total = { ...noSums(), inFlight: model?.inFlight ?? 0 };
    model?.addTo(total, this.#minute());
    return total;
  }

  /** Sums of each channel in the last 15 minutes, by its number. */
  recent(): Map<number, HealthSums & { inFlight: number }> {
    const minute = this.#minute();
    const totals = new Map<number, HealthSums & { inFlight: number }>();
    for (const model of this.#models.values()) {
      const total = totals.get(model.channelId) ?? { ...noSums(), inFlight: 0 };
      totals.set(model.channelId, total);
      total.inFlight += model.inFlight;
      model.addTo(total, minute);
    }
    return totals;
  }

  /** The last failure of a channel since the start of the process. */
  lastErrorOf(channelId: number): LastError | null {
    return this.#lastErrors.get(channelId) ?? null;
  }

  /** Sums that are not stored yet, as long as nobody takes them. */
  unstored(): { hour: number; sums: HealthSums }[] {
    return [...this.#hours.values()];
  }

  /** Takes the sums that are not stored yet. */
  takeHours(): { channelId: number; hour: number; sums: HealthSums }[] {
    const taken = [...this.#hours.values()];
    this.#hours = new Map();
    return taken;
  }

  /** Gives sums back that could not be stored. */
  returnHours(hours: readonly { channelId: number; hour: number; sums: HealthSums }[]): void {
    for (const { channelId, hour, sums } of hours) addSums(this.#hourOf(channelId, hour), sums);
  }

  /** Minutes of the monotonic clock, which never goes back. */
  #minute(): number {
    return Math.floor(this.#clock.monotonicMs() / 60_000);
  }

  #modelOf(place: HealthPlace): ModelHealth {
    const name = nameOf(place);
    const known = this.#models.get(name);
    if (known !== undefined) return known;
    if (this.#models.size >= CAPACITY) this.#forgetOld();
    const made = new ModelHealth(place);
    made.lastMinute = this.#minute();
    this.#models.set(name, made);
    return made;
  }

  #forgetOld(): void {
    const oldest = this.#minute() - WINDOW_MINUTES;
    for (const [name, { inFlight, lastMinute }] of this.#models)
      if (inFlight === 0 && lastMinute <= oldest) this.#models.delete(name);
    // Names behind a wildcard come from callers, so there is no end of them.
    if (this.#models.size < CAPACITY) return;
    for (const [name, { inFlight }] of this.#models) if (inFlight === 0) this.#models.delete(name);
  }

  #hourOf(channelId: number, time: number): HealthSums {
    const hour = time - (time % 3600);
    const name = `${channelId} ${hour}`;
    const known = this.#hours.get(name);
    if (known !== undefined) return known.sums;
    const sums = noSums();
    this.#hours.set(name, { channelId, hour, sums });
    return sums;
  }
}

const nameOf = ({ channel, upstreamModel }: HealthPlace): string =>
  `${channel.id}/${channel.keyId} ${upstreamModel}`;

function addSums(total: HealthSums, sums: HealthSums): void {
  total.calls += sums.calls;
  total.failures += sums.failures;
  total.firstByteMs += sums.firstByteMs;
  total.durationMs += sums.durationMs;
}
