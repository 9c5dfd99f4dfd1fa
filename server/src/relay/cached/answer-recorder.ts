import type { Usage } from '../../billing/usage.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AnswerFindings } from '../call/opened-answer.ts';
import type { AnswerStore } from './cached-answer.ts';

const MAX_ANSWER_BYTES = 2 ** 20;
/** Answers that are under way at one moment. */
const MAX_RECORDED_BYTES = 32 * 2 ** 20;

/** Bytes of all answers that are being recorded. */
export class RecordedBytes {
  #bytes = 0;

  /** @returns false if there is no room */
  add(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_RECORDED_BYTES) return false;
    this.#bytes += bytes;
    return true;
  }

  free(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** The parts of an ended call that are looked at. */
interface EndedCall {
  requestId: string;
  answer: AnswerFindings | null;
  /** Another model answered. */
  askedModel: string | null;
  /** Bound that the gateway has put on the answer. */
  outputLimit: number | null;
  dialect: Pick<Dialect, 'operation'>;
}

interface RecorderTerms {
  name: string;
  seconds: number;
  store: AnswerStore;
  recorded: RecordedBytes;
  clock: Pick<Clock, 'nowSeconds'>;
}

/** Collects the bytes that a caller receives, and keeps them if the answer is a good one. */
export class AnswerRecorder {
  readonly #terms: RecorderTerms;
  /** Null once the answer is not kept. */
  #pieces: Buffer[] | null = [];
  #length = 0;

  constructor(terms: RecorderTerms) {
    this.#terms = terms;
  }

  add(bytes: Buffer): void {
    if (this.#pieces === null) return;
    if (this.#length + bytes.length > MAX_ANSWER_BYTES || !this.#terms.recorded.add(bytes.length)) {
      this.drop();
      return;
    }
    this.#length += bytes.length;
    // The memory of a piece may be used again.
    this.#pieces.push(Buffer.from(bytes));
  }

  /** Drops an answer that is cut or bounded, filtered, empty or another model's. Called before its bytes are taken. */
  judge({ answer, askedModel, outputLimit, dialect }: EndedCall): void {
    const isWhole = answer?.isComplete === true && !answer.isCutAtLimit && !answer.isFiltered;
    // Vectors have no text.
    const isEmpty = dialect.operation.kind === 'conversation' && answer?.isEmpty() === true;
    if (!isWhole || isEmpty || askedModel !== null || outputLimit !== null) this.drop();
  }

  /**
   * Keeps the answer.
   * @param usage the call was charged for it; null if nothing was charged, and nothing is kept then
   */
  keep({ requestId }: Pick<EndedCall, 'requestId'>, usage: Usage | null): void {
    const pieces = this.#pieces;
    const { name, seconds, store, clock } = this.#terms;
    this.drop();
    if (pieces === null || usage === null) return;
    const bytes = Buffer.concat(pieces);
    store.keep(name, { bytes, usage, requestId, madeAt: clock.nowSeconds() }, seconds);
  }

  drop(): void {
    this.#terms.recorded.free(this.#length);
    this.#length = 0;
    this.#pieces = null;
  }
}
