import type { TimedPrice } from '../../billing/price-hours.ts';

interface Priced {
  price: TimedPrice;
}

/** Routes some of whose prices have hours: at the prices of a moment, and kept until one of them changes. */
export class HourRoutes<Route extends Priced> {
  readonly #routes: readonly Route[];
  #present: readonly Route[];
  #fromSeconds = Number.POSITIVE_INFINITY;
  #untilSeconds = Number.NEGATIVE_INFINITY;

  /** @returns null where all prices are the same at all times */
  static of<Route extends Priced>(routes: readonly Route[]): HourRoutes<Route> | null {
    return routes.some(({ price }) => price.hours !== null) ? new HourRoutes(routes) : null;
  }

  private constructor(routes: readonly Route[]) {
    this.#routes = routes;
    this.#present = routes;
  }

  at(seconds: number): readonly Route[] {
    if (seconds >= this.#fromSeconds && seconds < this.#untilSeconds) return this.#present;
    let until = Number.POSITIVE_INFINITY;
    this.#present = this.#routes.map((route) => {
      if (route.price.hours === null) return route;
      const { price, untilSeconds } = route.price.hours.presentOf(route.price, seconds);
      until = Math.min(until, untilSeconds);
      return { ...route, price };
    });
    this.#fromSeconds = seconds;
    this.#untilSeconds = until;
    return this.#present;
  }
}

/** The routes at the prices of a moment. */
export const routesAt = <Route extends Priced>(
  { routes, hours }: { routes: readonly Route[]; hours: HourRoutes<Route> | null },
  seconds: number,
): readonly Route[] => (hours === null ? routes : hours.at(seconds));
