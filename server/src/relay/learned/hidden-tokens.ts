import type { ServiceTier } from '@turnpike/contract';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { ModelHabits } from './model-habits.ts';
import { RecentCounts } from './recent-counts.ts';

/** More than this is not believed to come again: it is a text that the estimate took for too short. */
const MAX_HIDDEN_TOKENS = 32_768;

/**
 * Tokens that an upstream counts beyond the visible request, learned from the last reports of each channel
 * and model. For the input: added prompts and tools. For the output: reasoning outside of the limit, or an
 * ignored limit. The tier that an account is set to is learned too.
 *
 * The value is a high quantile: it leaves out the four largest of 64 reports, or the largest of fewer. A
 * single odd report therefore does not change any hold. Many odd reports of one user can raise other users'
 * holds on the same model, by at most 32 768 tokens a call, until 64 other calls have been reported.
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
