import type { StreamFindings, StreamPath } from '../../dialects/stream-path.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { toAnswerError, toBrokenAnswer } from '../answer/read-failure.ts';
import type { BodyHold } from '../body/body-budget.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { StreamEnd } from './stream-end.ts';
import type { TextWatch } from './text-watch.ts';

/** A longer event counts against the budget for bodies and answers. */
const LONG_EVENT_BYTES = 64 * 1024;

/** Takes what a reader has read. */
export interface StreamOutlet {
  pass(bytes: Buffer): void;
  /** Nothing follows. @param error null at a proper end */
  over(error: unknown): void;
}

/** A stream to read. */
interface ReadStream {
  answer: UpstreamAnswer;
  path: StreamPath;
  text: TextWatch;
}

/** Reads a stream event by event, until it, its answer or the points of its payers end. */
export class StreamReader implements BodyConsumer {
  isOver = false;
  isCutAtLimit = false;
  readonly #call: RoutedCall;
  readonly #answer: UpstreamAnswer;
  readonly #path: StreamPath;
  readonly #found: StreamFindings;
  readonly #text: TextWatch;
  readonly #outlet: StreamOutlet;
  readonly #end: StreamEnd;
  /** Memory of a long event, in the budget for bodies and answers. */
  readonly #eventHold: BodyHold;
  #isEventHeld = false;

  constructor(
    call: RoutedCall,
    { answer, path, text }: ReadStream,
    outlet: StreamOutlet,
    { bodyBudget, clock }: Pick<RelayDeps, 'bodyBudget' | 'clock'>,
  ) {
    this.#call = call;
    this.#answer = answer;
    this.#path = path;
    this.#found = path.findings;
    this.#text = text;
    this.#outlet = outlet;
    this.#end = new StreamEnd(clock);
    this.#eventHold = bodyBudget.open(call.identity.userId);
  }

  data(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      const step = this.#text.stepInto(piece.length - at);
      this.#read(piece.subarray(at, at + step));
      at += step;
    }
  }

  end(): void {
    this.#end.clear();
    if (this.isOver) return;
    try {
      const passed = this.#path.finish();
      if (passed !== null) this.#outlet.pass(passed);
      this.#text.note();
      if (this.#found.isUnpaid) this.#cutAtLimit();
      else this.#over(this.#failureInStream());
    } catch (error) {
      this.#over(toBrokenAnswer(error));
    }
  }

  // A stream is complete after its finish reason, even if the last marker or the end never arrives.
  fail(error: UpstreamError): void {
    this.#end.clear();
    this.#over(this.#found.isComplete && error.fault !== 'cancelled' ? null : error);
  }

  #read(piece: Buffer): void {
    if (this.isOver) return;
    try {
      const passed = this.#path.read(piece);
      if (passed !== null) this.#outlet.pass(passed);
      this.#text.note();
      if (this.#found.isUnpaid) this.#cutAtLimit();
      if (this.#found.isComplete && !this.#found.isEnded && this.#end.isOverdue(this.#found))
        this.#stopReading();
      if (this.#isEventHeld || this.#path.unfinishedBytes > LONG_EVENT_BYTES) this.#holdEvent();
    } catch (error) {
      this.#over(toBrokenAnswer(error));
      this.#answer.cancel();
      return;
    }
    if (!this.#found.isEnded || this.isCutAtLimit) return;
    this.#over(this.#failureInStream());
    if (this.#found.failure === null) this.#end.wait(() => this.#answer.cancel());
    else this.#answer.cancel();
  }

  /** Ends an answer that is no longer paid for, in the way its vendor ends one at its limit. */
  #cutAtLimit(): void {
    this.isCutAtLimit = true;
    this.#path.endEarly();
    this.#stopReading();
  }

  #stopReading(): void {
    this.#over(null);
    this.#answer.cancel();
  }

  /** @throws rate.body_bytes or gateway.busy if there is no memory for an event of this length */
  #holdEvent(): void {
    const { unfinishedBytes } = this.#path;
    this.#isEventHeld = unfinishedBytes > LONG_EVENT_BYTES;
    this.#eventHold.resize(this.#isEventHeld ? unfinishedBytes : 0);
  }

  #failureInStream(): GatewayError | null {
    const { failure, failureCode } = this.#found;
    const { route, form } = this.#call;
    if (failure === null) return null;
    return toAnswerError({ failure, failureCode }, { channel: route.channel, form });
  }

  #over(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#eventHold.release();
    this.#outlet.over(error);
  }
}
