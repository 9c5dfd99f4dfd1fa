/** Channels and models that something is remembered of; the one that was learned of least recently is forgotten. */
const CAPACITY = 10_000;

/** What was learned of upstream models, each on its channel; in memory only. */
export class ModelHabits<Habit> {
  readonly #habits = new Map<string, Habit>();

  find(channelId: number, upstreamModel: string): Habit | undefined {
    return this.#habits.get(`${channelId} ${upstreamModel}`);
  }

  learn(channelId: number, upstreamModel: string, habit: Habit): void {
    const key = `${channelId} ${upstreamModel}`;
    this.#habits.delete(key);
    if (this.#habits.size >= CAPACITY) this.#forgetOldest();
    this.#habits.set(key, habit);
  }

  #forgetOldest(): void {
    const oldest = this.#habits.keys().next().value;
    if (oldest !== undefined) this.#habits.delete(oldest);
  }
}
