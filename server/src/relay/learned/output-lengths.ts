import { MAX_TOKEN_COUNT } from '../../billing/usage.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { ModelHabits } from './model-habits.ts';
import { RecentCounts } from './recent-counts.ts';

/** Fewer answers say too little of those to come. */
const MIN_SAMPLES = 4;

/** How long a model's answers were lately where no limit cut them, in tokens; each channel by itself. */
export class OutputLengths {
  readonly #models = new ModelHabits<RecentCounts>();

  /** @param tokens of one answer, thinking among them */
  note(route: Route, tokens: number): void {
    let counts = this.#models.find(route);
    if (counts === undefined) {
      counts = new RecentCounts(MAX_TOKEN_COUNT);
      this.#models.learn(route, counts);
    }
    counts.add(tokens);
  }

  /** A high quantile of the last 64; null where too little is known. */
  highOf(route: Route): number | null {
    return this.#countsOf(route)?.high ?? null;
  }

  /** The median of the last 64; null where too little is known. */
  usualOf(route: Route): number | null {
    return this.#countsOf(route)?.median ?? null;
  }

  #countsOf(route: Route): RecentCounts | undefined {
    const counts = this.#models.find(route);
    return counts === undefined || counts.size < MIN_SAMPLES ? undefined : counts;
  }
}
