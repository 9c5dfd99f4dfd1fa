const CAPACITY = 10_000;

/** Which upstream models are known to send usage in their streams: only the others need their text counted. */
export class UsageHabits {
  readonly #sends = new Map<string, boolean>();

  isKnownToSend(channelId: number, upstreamModel: string): boolean {
    return this.#sends.get(`${channelId} ${upstreamModel}`) === true;
  }

  learn(channelId: number, upstreamModel: string, sends: boolean): void {
    if (this.#sends.size >= CAPACITY) this.#sends.clear();
    this.#sends.set(`${channelId} ${upstreamModel}`, sends);
  }
}
