import type { ServiceTier } from '@turnpike/contract';
import type { Route } from '../modules/routing/routing-snapshot.ts';
import { ModelHabits } from './model-habits.ts';
import { RecentCounts } from './recent-counts.ts';

/** More than this is not believed to come again: it is a text that the estimate took for too short. */
const MAX_HIDDEN_TOKENS = 32_768;

/**
 * Tokens that an upstream counts beyond what a request shows, learned from the last reports of each channel and model:
 * of the input, prompts and tools that it adds; of the output, reasoning outside of the limit, or a limit that it
 * ignores; and the tier that an account is set to. The value is a high quantile: of 64 reports the four largest are left out, of fewer the largest, so a single
 * odd report changes nobody's hold. Many odd reports of one user can raise the holds of others on the same model, by at
 * most 32 768 tokens a call and until 64 other calls have been reported.
 */
export class HiddenTokens {
  readonly #models = new ModelHabits<HiddenOfModel>();

  /** @param seen what was reported beyond the most that was expected, below zero where it was less; null: unknown */
  note(route: Route, seen: { input: number; output: number | null }): void {
    const hidden = this.#of(route);
    hidden.input.add(seen.input);
    if (seen.output !== null) hidden.output.add(seen.output);
  }

  noteUnseenThinking(route: Route): void {
    this.#of(route).thinksUnseen = true;
  }

  noteUnaskedTier(route: Route, tier: ServiceTier): void {
    this.#of(route).unaskedTier = tier;
  }

  #of(route: Route): HiddenOfModel {
    const known = this.#models.find(route);
    if (known !== undefined) return known;
    const hidden = new HiddenOfModel();
    this.#models.learn(route, hidden);
    return hidden;
  }

  /** Undefined where nothing was reported of the model yet. */
  find(route: Route): HiddenOfModel | undefined {
    return this.#models.find(route);
  }
}

class HiddenOfModel {
  readonly input = new RecentCounts(MAX_HIDDEN_TOKENS);
  readonly output = new RecentCounts(MAX_HIDDEN_TOKENS);
  /** A stream had more output tokens than bytes: the model thinks, and nobody sees how long. */
  thinksUnseen = false;
  /** The account serves this tier where a request names none. */
  unaskedTier: ServiceTier | null = null;
}
