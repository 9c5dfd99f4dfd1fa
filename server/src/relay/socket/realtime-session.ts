import type { CallEnd } from '@turnpike/contract';
import type {
  CallerMessage,
  RealtimeSessionReader,
  SessionTexts,
} from '../../dialects/realtime/realtime-dialect.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { closeCode, type TextSocket } from '../../platform/net/web-socket.ts';
import { causeOf } from '../answer/upstream-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';

import type { RelayDeps } from '../relay-deps.ts';
import { cleanMessage } from './clean-message.ts';
import { closeOf, passedClose } from './close-of.ts';
import { SessionTurns } from './session-turns.ts';
import { assertServesModel, type OpenedTurn } from './turn-call.ts';

/** Time for the vendor to end a response after a disconnect, and to report its usage. */
const LAST_WORDS_MS = 3_000;
/** Interval at which a session without an open response checks whether the gateway is stopping. */
const STOP_CHECK_MS = 1_000;

interface Session {
  client: TextSocket;
  upstream: TextSocket;
  reader: RealtimeSessionReader;
  /** Texts set at the start. */
  texts: SessionTexts;
}

/** A voice conversation: events pass both ways unchanged, and are noted in its turns. A refused turn ends it. */
export class RealtimeSession {
  readonly #first: OpenedTurn;
  readonly #deps: RelayDeps;
  readonly #client: TextSocket;
  readonly #upstream: TextSocket;
  readonly #reader: RealtimeSessionReader;
  readonly #turns: SessionTurns;
  #endedBy: CallEnd | null = null;
  readonly #over = Promise.withResolvers<void>();

  constructor(first: OpenedTurn, { client, upstream, reader, texts }: Session, deps: RelayDeps) {
    this.#first = first;
    this.#deps = deps;
    this.#client = client;
    this.#upstream = upstream;
    this.#reader = reader;
    this.#turns = new SessionTurns(first, texts, deps);
  }

  /** @param opening first event of the upstream @returns when everything is charged */
  async run(opening: Buffer): Promise<void> {
    const [client, upstream] = [this.#client, this.#upstream];
    const watch = setInterval(() => this.#leaveWhenStopping(), STOP_CHECK_MS).unref();
    this.#first.breakOff.onBreak(() => this.#end('gateway', new GatewayError('gateway.stopping')));
    await this.#fromUpstream(opening);
    client.listen({
      message: (text) => this.#handle(() => this.#fromClient(text)),
      closed: () => this.#end('client'),
    });
    upstream.listen({
      message: (text) => this.#handle(() => this.#fromUpstream(text)),
      closed: (code, reason) => {
        this.#end('upstream');
        client.close(passedClose(code), textForCaller(reason, this.#first.route.channel));
      },
    });
    await this.#over.promise;
    clearInterval(watch);
  }

  /** An error while handling an event ends the session. */
  async #handle(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#refuse(toGatewayError(error));
    }
  }

  async #fromClient(text: Buffer): Promise<void> {
    if (this.#endedBy !== null) return;
    let message: CallerMessage;
    try {
      message = this.#reader.fromCaller(text);
      if (message.writesBy !== undefined) assertServesModel(this.#first, message.writesBy, this.#deps);
    } catch (thrown) {
      const error = toGatewayError(thrown);
      const told = this.#reader.errorMessage(error, this.#first.requestId);
      if (told === null) throw error;
      return this.#client.send(told);
    }
    const { passed, texts, input } = message;
    if (texts !== undefined) await this.#turns.askTexts(texts);
    if (input !== undefined) {
      const turn = await this.#turns.openNext();
      if (this.#endedBy !== null) return;
      this.#turns.addInput(turn, { ...message, input });
    }
    await this.#upstream.send(passed);
  }

  async #fromUpstream(text: Buffer): Promise<void> {
    if (this.#turns.isClosed) return;
    const message = this.#reader.fromVendor(text);
    if (message === null)
      throw new GatewayError('upstream.broken_answer', {}, { cause: new Error('no message') });
    for (const happening of message.happenings) await this.#turns.note(happening);
    await this.#client.send(cleanMessage(message, this.#first.route.channel));
  }

  #leaveWhenStopping(): void {
    if (!this.#turns.areAnswered && this.#deps.isStopping())
      this.#end('gateway', new GatewayError('gateway.stopping'));
  }

  /** Reports the reason and ends the session. */
  #refuse(error: GatewayError): void {
    const { requestId, route } = this.#first;
    if (this.#endedBy === null && error.entry.status >= 500) {
      const cause = causeOf(error, route.channel);
      this.#deps.report({ requestId, message: `a session ended: ${error.code}`, cause });
    }
    this.#end(error.code.startsWith('upstream.') ? 'upstream' : 'limit', error);
  }

  /** Ends both sides. The vendor first ends a running response and then reports its usage. */
  #end(by: CallEnd, error: GatewayError | null = null): void {
    if (this.#endedBy !== null) return;
    this.#endedBy = by;
    void this.#close(by, error).finally(() => this.#over.resolve());
  }

  async #close(by: CallEnd, error: GatewayError | null): Promise<void> {
    const [client, upstream] = [this.#client, this.#upstream];
    const told = error === null ? null : this.#reader.errorMessage(error, this.#first.requestId);
    if (told !== null) await client.send(told);
    if (this.#turns.areAnswered && upstream.isOpen) await this.#awaitLastWords();
    this.#turns.close();
    upstream.close(closeCode.normal, '');
    if (error !== null) client.close(closeOf(error), told === null ? error.message : error.code);
    await this.#turns.settleRest(by);
  }

  async #awaitLastWords(): Promise<void> {
    const upstream = this.#upstream;
    if (this.#reader.cancel !== null) await upstream.send(this.#reader.cancel);
    const endAt = this.#deps.clock.monotonicMs() + LAST_WORDS_MS;
    while (this.#turns.areAnswered && upstream.isOpen && this.#deps.clock.monotonicMs() < endAt)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
