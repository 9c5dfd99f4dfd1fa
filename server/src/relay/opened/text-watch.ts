import { PROSE_BYTES_A_TOKEN, type StreamFindings, type TextPayer } from '../../dialects/stream-path.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { OutputCount } from '../call/opened-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { AnswerGuard } from '../safety/safety-check.ts';
import { GrowingHold } from './growing-hold.ts';
import { TextSpool } from './text-spool.ts';

/** A single chunk may go far beyond a doubted limit. It is then read in parts of this size. */
const PART_BYTES = 64;
/** If an upstream respects its limit, its text seldom has more bytes per token. */
const DOUBTED_BYTES_A_TOKEN = 8;

/** Watches the text of a stream: the hold grows with it, and it is counted where no usage may come. */
export class TextWatch implements TextPayer {
  readonly #found: StreamFindings;
  readonly #deps: Pick<RelayDeps, 'tokenCounter'>;
  readonly #hold: GrowingHold;
  /** Null where answers are not checked for words. */
  readonly #guard: AnswerGuard | null;
  /** Counts the text; null while that is not needed. */
  #spool: TextSpool | null = null;
  /** Text for the spool that is not paid for yet. */
  #unpaid = '';
  /** From this many bytes of prose on, the text is counted even if the upstream usually reports its usage. */
  #doubtedBytes = Number.POSITIVE_INFINITY;
  /** Bytes of the text before the spool was opened. */
  #uncountedBytes = 0;

  constructor(call: RoutedCall, found: StreamFindings, deps: RelayDeps) {
    this.#found = found;
    this.#deps = deps;
    this.#hold = new GrowingHold(call, deps);
    this.#guard = deps.safetyCheck.answerGuard(deps.options());
    if (this.#guard !== null || Number.isFinite(this.#hold.coveredBytes)) found.payer = this;
    if (this.#guard !== null) this.#listen();
    const { sendsUsage, bound } = deps.traits.of(call.route);
    if (sendsUsage !== true || bound === 'ignores') this.#openSpool();
    else if (call.sentLimit !== null) this.#doubtedBytes = call.sentLimit * DOUBTED_BYTES_A_TOKEN;
  }

  /** Bytes to read before the length of the text is checked again. */
  stepInto(length: number): number {
    const doubtedRest = this.#doubtedBytes - this.#found.proseBytes;
    return length <= doubtedRest ? length : Math.max(PART_BYTES, doubtedRest);
  }

  /** Each byte may be a token, such as a digit. */
  covers(bytes: number): boolean {
    if (this.#guard !== null) return false;
    return this.#found.proseBytes + PROSE_BYTES_A_TOKEN * bytes <= this.#hold.coveredBytes;
  }

  /** @throws answer.unsafe: no part of the text may leave */
  pay(): boolean {
    this.#guard?.check(false);
    while (this.#found.proseBytes > this.#hold.coveredBytes) {
      if (this.#hold.grow()) continue;
      this.#unpaid = '';
      return false;
    }
    this.#keepText();
    return true;
  }

  /** Takes note of the text that was read. @throws answer.unsafe */
  note(): void {
    this.#guard?.check(this.#found.isComplete);
    this.#keepText();
    if (this.#found.proseBytes > this.#doubtedBytes) this.#doubtLimit();
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
    this.#spool = new TextSpool(this.#deps.tokenCounter);
    this.#listen();
  }

  #listen(): void {
    this.#found.onText = (escaped) => {
      this.#guard?.add(escaped);
      if (this.#spool !== null) this.#unpaid += escaped;
    };
  }

  #keepText(): void {
    if (this.#unpaid === '') return;
    this.#spool?.add(this.#unpaid);
    this.#unpaid = '';
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
