import type { StreamFindings } from '../../dialects/stream-path.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { OutputCount } from '../call/opened-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { GrowingHold } from './growing-hold.ts';
import { TextSpool } from './text-spool.ts';

/** A single chunk may go far beyond the hold. It is then read in parts of this size. */
const PART_BYTES = 1024;
const SMALL_PART_BYTES = 64;
/** If an upstream respects its limit, its text seldom has more bytes per token. */
const DOUBTED_BYTES_A_TOKEN = 8;

/** Watches the text of a stream: the hold grows with it, and it is counted where no usage may come. */
export class TextWatch {
  readonly #found: StreamFindings;
  readonly #deps: Pick<RelayDeps, 'tokenCounter'>;
  readonly #hold: GrowingHold;
  /** Counts the text; null while that is not needed. */
  #spool: TextSpool | null = null;
  /** From this many bytes of prose on, the text is counted even if the upstream usually reports its usage. */
  #doubtedBytes = Number.POSITIVE_INFINITY;
  /** Bytes of the text before the spool was opened. */
  #uncountedBytes = 0;

  constructor(call: RoutedCall, found: StreamFindings, deps: RelayDeps) {
    this.#found = found;
    this.#deps = deps;
    this.#hold = new GrowingHold(call, deps);
    const { sendsUsage, bound } = deps.traits.of(call.route);
    if (sendsUsage !== true || bound === 'ignores') this.#openSpool();
    else if (call.sentLimit !== null) this.#doubtedBytes = call.sentLimit * DOUBTED_BYTES_A_TOKEN;
  }

  /** Bytes to read before the length of the text is checked again. */
  stepInto(length: number): number {
    const { proseBytes } = this.#found;
    const step = length <= this.#hold.coveredBytes - proseBytes ? length : PART_BYTES;
    const doubtedRest = this.#doubtedBytes - proseBytes;
    return step <= doubtedRest ? step : Math.max(SMALL_PART_BYTES, doubtedRest);
  }

  /** @returns false if the payers have no points for the text that has come */
  cover(): boolean {
    const { proseBytes, isComplete } = this.#found;
    while (proseBytes > this.#hold.coveredBytes && !isComplete) if (!this.#hold.grow()) return false;
    if (proseBytes > this.#doubtedBytes) this.#doubtLimit();
    return true;
  }

  /** The caller has left: nothing more is counted. */
  stop(): void {
    this.#found.onText = null;
    this.#doubtedBytes = Number.POSITIVE_INFINITY;
  }

  async count(): Promise<OutputCount | null> {
    const tokens = (await this.#spool?.total()) ?? null;
    return tokens === null ? null : { tokens, uncountedBytes: this.#uncountedBytes };
  }

  #openSpool(): void {
    const spool = new TextSpool(this.#deps.tokenCounter);
    this.#spool = spool;
    this.#found.onText = (escaped) => spool.add(escaped);
  }

  /**
   * The upstream may ignore the limit it was given, and the caller may disconnect before the usage that would
   * show it.
   */
  #doubtLimit(): void {
    this.#doubtedBytes = Number.POSITIVE_INFINITY;
    this.#uncountedBytes = this.#found.textBytes;
    this.#openSpool();
  }
}
