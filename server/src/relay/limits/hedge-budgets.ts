import type { RoutingGroup } from '../../modules/routing/routing-snapshot.ts';

/** Second attempts that a group may make at once, in hundredths. */
const BURST = 1000;
const ONE = 100;
const CAPACITY = 10_000;

type HedgingGroup = Pick<RoutingGroup, 'symbol' | 'hedge'>;

/** Keeps the second attempts of each group to a share of its calls, in memory. */
export class HedgeBudgets {
  /** Second attempts that are left, in hundredths. */
  readonly #left = new Map<string, number>();

  /** A call that may be hedged begins. */
  noteCall({ symbol, hedge }: HedgingGroup): void {
    if (hedge === null) return;
    if (this.#left.size >= CAPACITY) this.#left.clear();
    this.#left.set(symbol, Math.min(BURST, this.#leftOf(symbol) + hedge.percent));
  }

  isLeft({ symbol }: HedgingGroup): boolean {
    return this.#leftOf(symbol) >= ONE;
  }

  take({ symbol }: HedgingGroup): void {
    this.#left.set(symbol, this.#leftOf(symbol) - ONE);
  }

  #leftOf(symbol: string): number {
    return this.#left.get(symbol) ?? BURST;
  }
}
