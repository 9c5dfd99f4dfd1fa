/** Answers of one generation; two are kept. */
const GENERATION = 5_000;
/** Longer names are found anew each time, so that a cache cannot be filled with long texts. */
const LONGEST_KEY = 200;

/**
 * Keeps the answers that are asked for most lately: when one generation is full, the one before it goes, and what is
 * asked again moves to the new one. So names that a wildcard serves, of which there is no end, push out only names
 * that nobody asks for.
 */
export class RouteCache<Routes> {
  #young = new Map<string, Routes>();
  #old = new Map<string, Routes>();

  get(key: string): Routes | undefined {
    const routes = this.#young.get(key);
    if (routes !== undefined) return routes;
    const known = this.#old.get(key);
    if (known !== undefined) this.set(key, known);
    return known;
  }

  set(key: string, routes: Routes): void {
    if (key.length > LONGEST_KEY) return;
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, routes);
  }
}
