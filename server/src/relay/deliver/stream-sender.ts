import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { EventWriter } from '../../platform/net/event-writer.ts';
import { commonHeaders, streamHeadersOf } from '../answer/response-headers.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { BeatingStream } from '../call/call-parts.ts';
import type { AnswerSender, AnswerSink, StreamedBytes } from '../call/opened-answer.ts';

/** Sends a stream event by event, with heartbeats between them. */
export class StreamSender implements AnswerSender, AnswerSink, BeatingStream {
  readonly #call: RoutedCall;
  readonly #answer: StreamedBytes;
  #writer: EventWriter | null = null;
  readonly #onDrain = (): void => this.#answer.resume();

  constructor(call: RoutedCall, answer: StreamedBytes) {
    this.#call = call;
    this.#answer = answer;
  }

  get passedCount(): number {
    return this.#answer.passedCount;
  }

  run(): Promise<void> {
    const { caller, facts, heartbeat } = this.#call;
    const { response, request } = caller;
    if (!response.headersSent)
      response.writeHead(200, [...commonHeaders(this.#call), ...streamHeadersOf(facts)]);
    request.socket.setNoDelay(true);
    this.#writer = new EventWriter(response);
    heartbeat?.follow(this);
    return this.#answer.passTo(this);
  }

  // The writer itself drops the events of a caller who has left; they are still read for their usage.
  readonly isGone = false;

  write(bytes: Buffer): boolean {
    this.#call.recorder?.add(bytes);
    return this.#writer?.write(bytes, this.#onDrain) !== false;
  }

  // A slow reader is not idle; beats would only add to its queue.
  beat(bytes: Buffer): void {
    const { response } = this.#call.caller;
    if (response.writableNeedDrain || response.socket?.writableNeedDrain) return;
    this.#writer?.write(bytes, this.#onDrain);
  }

  finish(counted: Usage | null): void {
    const { recorder } = this.#call;
    recorder?.judge(this.#call);
    const end = this.#answer.takeEnd(counted);
    recorder?.add(end);
    recorder?.keep(this.#call, counted);
    this.#call.caller.response.end(end);
  }

  breakOff(error: GatewayError): void {
    const { response } = this.#call.caller;
    if (!response.destroyed) response.end(this.#answer.brokenEnd(error));
  }
}
