import { ModelHabits } from './model-habits.ts';

const SAMPLES = 64;
/** More than this is not taken for a hidden prompt: it is a text that the estimate took for too short. */
const MAX_HIDDEN_TOKENS = 32_768;

/**
 * Input that an upstream counts beyond the body of a request (prompts and tools that it adds), learned from the last
 * reports of each channel and model. The value is a high quantile: of 64 reports the four largest are left out, of
 * fewer the largest, so a single odd report changes nobody's hold. Many odd reports of one user can raise the holds of
 * others on the same model, by at most 32 768 tokens a call and until 64 other calls have been reported.
 */
export class HiddenInput {
  readonly #models = new ModelHabits<RecentCounts>();

  /** @param estimatedTokens the most that the input was taken for, without what is hidden */
  note(
    { channelId, upstreamModel }: { channelId: number; upstreamModel: string },
    { reportedTokens, estimatedTokens }: { reportedTokens: number; estimatedTokens: number },
  ): void {
    let counts = this.#models.find(channelId, upstreamModel);
    if (counts === undefined) {
      counts = new RecentCounts();
      this.#models.learn(channelId, upstreamModel, counts);
    }
    counts.add(Math.min(Math.max(0, reportedTokens - estimatedTokens), MAX_HIDDEN_TOKENS));
  }

  tokensOf(channelId: number, upstreamModel: string): number {
    return this.#models.find(channelId, upstreamModel)?.high ?? 0;
  }
}

/** The last counts, in the order of their arrival and by size, so that a quantile is read without sorting. */
class RecentCounts {
  readonly #arrived = new Int32Array(SAMPLES);
  readonly #sorted = new Int32Array(SAMPLES);
  #size = 0;
  #next = 0;

  get high(): number {
    const leftOut = Math.max(1, Math.floor(this.#size / 16));
    return this.#sorted[this.#size - 1 - leftOut] ?? 0;
  }

  add(count: number): void {
    if (this.#size === SAMPLES) this.#remove(this.#arrived[this.#next] as number);
    this.#arrived[this.#next] = count;
    this.#next = (this.#next + 1) % SAMPLES;
    this.#insert(count);
  }

  #insert(count: number): void {
    const place = this.#placeOf(count);
    this.#sorted.copyWithin(place + 1, place, this.#size);
    this.#sorted[place] = count;
    this.#size += 1;
  }

  #remove(count: number): void {
    const place = this.#placeOf(count);
    this.#sorted.copyWithin(place, place + 1, this.#size);
    this.#size -= 1;
  }

  /** The first place of a count that is not smaller. */
  #placeOf(count: number): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as number) < count) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
