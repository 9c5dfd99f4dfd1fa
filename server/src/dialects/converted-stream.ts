import type { Usage } from '../billing/usage.ts';
import type { GatewayError } from '../platform/gateway-error.ts';
import { assertParsable } from '../platform/json/json-structure.ts';
import { SseFrames, splitEvents } from '../platform/net/sse-frames.ts';
import type { AnswerOptions, CallerFormat, UpstreamFormat } from './conversation-format.ts';
import { AnswerLosses } from './neutral/answer-losses.ts';
import { AnswerOrder } from './neutral/answer-order.ts';
import type { StreamReader, StreamWriter } from './neutral/answer-sink.ts';
import { withCustomCalls } from './neutral/custom-calls.ts';
import { HiddenThinking } from './neutral/hidden-thinking.ts';
import { SealWatch } from './neutral/sealed-turn.ts';
import { isWholeData, MAX_EVENT_BYTES } from './passed-stream.ts';
import { type StreamFindings, type StreamPath, UnpaidTextError } from './stream-path.ts';

/** A stream that its upstream speaks in one dialect and its caller reads in another. */
export class ConvertedStream implements StreamPath {
  readonly findings: StreamFindings;
  readonly #frames = new SseFrames({ maxEventBytes: MAX_EVENT_BYTES });
  readonly #order: AnswerOrder;
  readonly #reader: StreamReader;
  readonly #writer: StreamWriter;

  constructor(
    { upstream, caller }: { upstream: UpstreamFormat; caller: Pick<CallerFormat, 'places' | 'streamWriter'> },
    options: AnswerOptions,
  ) {
    this.#writer = caller.streamWriter(options);
    const losses = new AnswerLosses(this.#writer, { places: caller.places, report: options.report });
    const told = withCustomCalls(losses, options.customTools);
    const shown = options.thinkingShown === false ? new HiddenThinking(told) : told;
    const sink = options.onSealed === undefined ? shown : new SealWatch(shown, options.onSealed);
    this.#order = new AnswerOrder(sink, {
      answerCount: options.answerCount,
      toolNames: options.toolNames,
      report: options.report,
    });
    this.#reader = upstream.streamReader(this.#order);
    this.findings = this.#order.findings;
  }

  get unfinishedBytes(): number {
    return this.#frames.unfinishedBytes;
  }

  /** @throws BrokenAnswerError where what came is no answer */
  read(piece: Buffer): Buffer | null {
    const bytes = this.#frames.push(piece);
    return bytes === null ? null : this.#readEvents(bytes);
  }

  finish(): Buffer | null {
    const rest = this.#frames.takeRest();
    if (rest === null || this.findings.isEnded) return null;
    const [event] = splitEvents(rest);
    // An unfinished event is not read.
    return event === undefined || !isWholeData(event.data) ? null : this.#readEvents(rest);
  }

  endEarly(): void {
    this.#order.endEarly();
  }

  takeEnd(charged: Usage | null): Buffer {
    this.#order.charged(charged);
    this.#order.finish();
    return Buffer.from(this.#writer.takeEnd(charged));
  }

  breakOff(error: GatewayError, requestId: string): Buffer {
    return Buffer.from(this.#writer.breakOff(error, requestId));
  }

  #readEvents(bytes: Buffer): Buffer | null {
    assertParsable(bytes);
    try {
      for (const { data } of splitEvents(bytes)) {
        if (this.findings.isEnded) break;
        this.#reader.event(data);
      }
    } catch (error) {
      // Events before the unpaid text are passed on.
      if (!(error instanceof UnpaidTextError)) throw error;
    }
    const written = this.#writer.take();
    return written === '' ? null : Buffer.from(written);
  }
}
