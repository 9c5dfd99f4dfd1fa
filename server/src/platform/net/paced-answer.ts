import { currentTurn, nextTurn } from '../turns.ts';
import type { BreakOff } from './break-off.ts';
import { type BodyConsumer, type UpstreamAnswer, UpstreamError } from './upstream-answer.ts';

/** Work for one answer in one turn of the event loop, in bytes: less than 2 ms. */
const TURN_WORK_BYTES = 16 * 1024;
/** A piece costs as much as this many bytes, whatever its length. */
const PIECE_WORK_BYTES = 256;

/**
 * An answer whose consumer gets a bounded amount in each turn of the event loop. A network read may bring two
 * megabytes at once, that is thousands of events; what is too much waits here, with the upstream paused, while other
 * calls get their turns.
 */
export class PacedAnswer implements UpstreamAnswer, BodyConsumer {
  readonly #answer: UpstreamAnswer;
  #consumer: BodyConsumer | null = null;
  /** Pieces that wait; since the upstream is paused there are few of them. */
  #waiting: Buffer[] = [];
  #isPausedByConsumer = false;
  #isWorking = false;
  #turn = 0;
  #turnWork = 0;
  #outcome: 'open' | 'ended' | UpstreamError = 'open';
  #isOver = false;

  constructor(answer: UpstreamAnswer, breakOff: BreakOff) {
    this.#answer = answer;
    // An upstream that has sent everything does not notice; what waits here must not wait for a caller who left.
    breakOff.onBreak(() => this.cancel());
  }

  get status(): number {
    return this.#answer.status;
  }
  get headers(): UpstreamAnswer['headers'] {
    return this.#answer.headers;
  }

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    this.#answer.consume(this);
  }

  pause(): void {
    this.#isPausedByConsumer = true;
    this.#answer.pause();
  }

  resume(): void {
    this.#isPausedByConsumer = false;
    if (this.#waiting.length > 0) void this.#workOff();
    else this.#answer.resume();
  }

  cancel(): void {
    this.#waiting = [];
    if (this.#outcome === 'ended') this.#outcome = new UpstreamError('cancelled');
    this.#answer.cancel();
    this.#tellOutcome();
  }

  data(piece: Buffer): void {
    if (this.#isOver) return;
    if (this.#waiting.length === 0 && !this.#isPausedByConsumer && this.#fitsInTurn(piece)) {
      this.#consumer?.data(piece);
      return;
    }
    this.#waiting.push(piece);
    this.#answer.pause();
    void this.#workOff();
  }

  end(): void {
    this.#outcome = 'ended';
    this.#tellOutcome();
  }

  fail(error: UpstreamError): void {
    this.#outcome = error;
    // The rest of a cancelled call has no reader.
    if (error.fault === 'cancelled') this.#waiting = [];
    this.#tellOutcome();
  }

  /** Takes the piece's work from this turn's, where that much is left. */
  #fitsInTurn(piece: Buffer): boolean {
    const turn = currentTurn();
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#turnWork = 0;
    }
    const work = piece.length + PIECE_WORK_BYTES;
    if (this.#turnWork + work > TURN_WORK_BYTES) return false;
    this.#turnWork += work;
    return true;
  }

  async #workOff(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#waiting.length > 0 && !this.#isPausedByConsumer) {
      await nextTurn();
      this.#workOneTurn();
    }
    this.#isWorking = false;
    if (this.#waiting.length > 0) return;
    this.#tellOutcome();
    if (!this.#isPausedByConsumer && !this.#isOver) this.#answer.resume();
  }

  #workOneTurn(): void {
    let left = TURN_WORK_BYTES;
    while (left > PIECE_WORK_BYTES && !this.#isPausedByConsumer) {
      const piece = this.#waiting.shift();
      if (piece === undefined) return;
      left -= PIECE_WORK_BYTES;
      if (piece.length > left) this.#waiting.unshift(piece.subarray(left));
      const now = piece.subarray(0, left);
      left -= now.length;
      this.#consumer?.data(now);
    }
  }

  #tellOutcome(): void {
    if (this.#outcome === 'open' || this.#isOver || this.#waiting.length > 0) return;
    this.#isOver = true;
    if (this.#outcome === 'ended') this.#consumer?.end();
    else this.#consumer?.fail(this.#outcome);
  }
}
