import type { Clock } from '../../platform/clock.ts';

/** Models of one hour; names behind a wildcard count under the wildcard, so only channels bring new ones. */
const MAX_MODELS = 2000;
const HOUR_SECONDS = 3600;

/** Calls of a model that were answered or failed. */
export interface ModelSums {
  calls: number;
  failures: number;
  /** Sum over the answered calls. */
  firstByteMs: number;
}

export interface ModelHour {
  model: string;
  /** Start of the hour, seconds. */
  hour: number;
  sums: ModelSums;
}

/** Results of calls by model and hour, until a job stores them. */
export class ModelHours {
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  #hours = new Map<number, Map<string, ModelSums>>();

  constructor(clock: Pick<Clock, 'nowSeconds'>) {
    this.#clock = clock;
  }

  /** @param firstByteMs null for a failure */
  note(model: string, firstByteMs: number | null): void {
    const now = this.#clock.nowSeconds();
    const sums = this.#sumsOf(now - (now % HOUR_SECONDS), model);
    if (sums === null) return;
    sums.calls += 1;
    if (firstByteMs === null) sums.failures += 1;
    else sums.firstByteMs += firstByteMs;
  }

  /** Sums that are not stored yet. */
  unstored(): ModelHour[] {
    return [...this.#hours].flatMap(([hour, models]) =>
      [...models].map(([model, sums]) => ({ model, hour, sums })),
    );
  }

  /** Takes the sums that are not stored yet. */
  takeHours(): ModelHour[] {
    const taken = this.unstored();
    this.#hours = new Map();
    return taken;
  }

  /** Gives sums back that could not be stored. */
  returnHours(hours: readonly ModelHour[]): void {
    for (const { model, hour, sums } of hours) {
      const total = this.#sumsOf(hour, model);
      if (total === null) continue;
      total.calls += sums.calls;
      total.failures += sums.failures;
      total.firstByteMs += sums.firstByteMs;
    }
  }

  #sumsOf(hour: number, model: string): ModelSums | null {
    let models = this.#hours.get(hour);
    if (models === undefined) {
      models = new Map();
      this.#hours.set(hour, models);
    }
    let sums = models.get(model);
    if (sums === undefined) {
      if (models.size >= MAX_MODELS) return null;
      sums = { calls: 0, failures: 0, firstByteMs: 0 };
      models.set(model, sums);
    }
    return sums;
  }
}
