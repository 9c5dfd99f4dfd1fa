import type { Route } from '../../modules/routing/routing-snapshot.ts';

/** Channels and models that something is remembered of; the one that was learned of least recently is forgotten. */
const CAPACITY = 10_000;

type Place = Pick<Route, 'upstreamModel'> & { channel: Pick<Route['channel'], 'id'> };

/** A call asks a dozen times for the same route; to put a name together each time takes longer than the rest. */
let latest: { route: Place; key: string } | null = null;

function keyOf(route: Place): string {
  if (latest?.route === route) return latest.key;
  const key = `${route.channel.id} ${route.upstreamModel}`;
  latest = { route, key };
  return key;
}

/** Learned properties of upstream models, per channel; in memory only. */
export class ModelHabits<Habit> {
  readonly #habits = new Map<string, Habit>();

  find(route: Place): Habit | undefined {
    return this.#habits.get(keyOf(route));
  }

  learn(route: Place, habit: Habit): void {
    const key = keyOf(route);
    this.#habits.delete(key);
    if (this.#habits.size >= CAPACITY) this.#forgetOldest();
    this.#habits.set(key, habit);
  }

  #forgetOldest(): void {
    const oldest = this.#habits.keys().next().value;
    if (oldest !== undefined) this.#habits.delete(oldest);
  }
}
