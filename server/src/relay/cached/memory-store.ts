import type { Clock } from '../../platform/clock.ts';
import type { AnswerStore, CachedAnswer } from './cached-answer.ts';

interface Entry {
  answer: CachedAnswer;
  untilMs: number;
}

/** Memory of an entry in addition to its bytes. */
const ENTRY_BYTES = 1024;

/** Keeps answers in the memory of the process. Above its capacity, those that were used longest ago go first. */
export class MemoryStore implements AnswerStore {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #capacityBytes: number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>, { capacityBytes }: { capacityBytes: number }) {
    this.#clock = clock;
    this.#capacityBytes = capacityBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async find(name: string): Promise<CachedAnswer | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    this.#remove(name, entry);
    if (entry.untilMs <= this.#clock.monotonicMs()) return null;
    this.#add(name, entry);
    return entry.answer;
  }

  keep(name: string, answer: CachedAnswer, seconds: number): void {
    const earlier = this.#entries.get(name);
    if (earlier !== undefined) this.#remove(name, earlier);
    const entry = { answer, untilMs: this.#clock.monotonicMs() + seconds * 1000 };
    if (sizeOf(entry) > this.#capacityBytes) return;
    this.#add(name, entry);
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#capacityBytes) break;
      this.#remove(oldest, old);
    }
  }

  async close(): Promise<void> {}

  #add(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
    this.#bytes += sizeOf(entry);
  }

  #remove(name: string, entry: Entry): void {
    this.#entries.delete(name);
    this.#bytes -= sizeOf(entry);
  }
}

const sizeOf = ({ answer }: Entry): number => answer.bytes.length + ENTRY_BYTES;
