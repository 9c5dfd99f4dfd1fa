import { LastSpans } from '../../billing/last-spans.ts';
import type { TimedPrice } from '../../billing/price-hours.ts';

interface Priced {
  price: TimedPrice;
}

/** Routes some of whose prices have hours: at the prices of a moment, and kept until one of them changes. */
export class HourRoutes<Route extends Priced> {
  readonly #routes: readonly Route[];
  readonly #spans = new LastSpans<readonly Route[]>();

  /** @returns null where all prices are the same at all times */
  static of<Route extends Priced>(routes: readonly Route[]): HourRoutes<Route> | null {
    return routes.some(({ price }) => price.hours !== null) ? new HourRoutes(routes) : null;
  }

  private constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  at(seconds: number): readonly Route[] {
    return (this.#spans.find(seconds) ?? this.#look(seconds)).value;
  }

  #look(seconds: number) {
    let fromSeconds = Number.NEGATIVE_INFINITY;
    let untilSeconds = Number.POSITIVE_INFINITY;
    const value = this.#routes.map((route) => {
      if (route.price.hours === null) return route;
      const present = route.price.hours.presentOf(route.price, seconds);
      fromSeconds = Math.max(fromSeconds, present.fromSeconds);
      untilSeconds = Math.min(untilSeconds, present.untilSeconds);
      return { ...route, price: present.value };
    });
    return this.#spans.keep({ fromSeconds, untilSeconds, value });
  }
}

/** The routes at the prices of a moment. */
export const routesAt = <Route extends Priced>(
  { routes, hours }: { routes: readonly Route[]; hours: HourRoutes<Route> | null },
  seconds: number,
): readonly Route[] => (hours === null ? routes : hours.at(seconds));
