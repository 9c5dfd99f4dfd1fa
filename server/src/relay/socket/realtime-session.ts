import type { Usage } from '../../billing/usage.ts';
import { type KeptObject, keptSeal } from '../../dialects/kept-object.ts';
import type {
  CallerMessage,
  EndedResponse,
  Happening,
  RealtimeSessionReader,
  SessionTexts,
  VendorMessage,
  WrittenSound,
} from '../../dialects/realtime/realtime-dialect.ts';
import { type ExpectedTurn, NO_INPUT } from '../../dialects/realtime/realtime-input.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { closeCode, type TextSocket } from '../../platform/net/web-socket.ts';
import { causeOf } from '../answer/upstream-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import type { CallContext, RoutedCall } from '../call/call-context.ts';
import { routesOfModel } from '../channel/model-routes.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { closeOf } from './close-of.ts';
import { RealtimeMemory } from './realtime-memory.ts';
import { RealtimeTurn } from './realtime-turn.ts';

/** Time for the vendor to end a response after a disconnect, and to report its usage. */
const LAST_WORDS_MS = 3_000;
/** Maximum number of open responses of one session. */
const MAX_ANSWERS = 64;
/** Number of ended responses that are remembered, so that a repeated end is not charged again. */
const MAX_ENDS = 64;
/** Interval at which a session without an open response checks whether the gateway is stopping. */
const STOP_CHECK_MS = 1_000;
/** Close codes that may be sent; a library generates the others. Source: RFC 6455, section 7.4. */
const isTellable = (code: number): boolean =>
  (code >= 3000 && code <= 4999) || (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code));

type EndedBy = NonNullable<CallContext['brokenBy']>;

interface Session {
  client: TextSocket;
  upstream: TextSocket;
  reader: RealtimeSessionReader;
  /** Texts set at the start. */
  texts: SessionTexts;
}

/**
 * A voice conversation: events pass both ways unchanged. A turn lasts from the caller's first event that
 * leads to an answer, or from the start of the answer, to the end of the answer. It holds its maximum cost,
 * and its end is forwarded once the charge is stored. A refused turn ends the session.
 */
export class RealtimeSession {
  readonly #first: RoutedCall;
  readonly #deps: RelayDeps;
  readonly #client: TextSocket;
  readonly #upstream: TextSocket;
  readonly #reader: RealtimeSessionReader;
  /** The turn without a response so far. */
  #next: Promise<RealtimeTurn> | null;
  /** By the id of the response. */
  readonly #answering = new Map<string, RealtimeTurn>();
  /** Ids of ended responses, the oldest first. */
  readonly #ended = new Set<string>();
  readonly #memory = new RealtimeMemory();
  #speaks: boolean;
  /** Handles for resuming the session; stored with the next charged turn. */
  #kept: readonly KeptObject[] = [];
  #endedBy: EndedBy | null = null;
  /** Open turns have been charged, and further messages are ignored. */
  #isClosed = false;
  readonly #over = Promise.withResolvers<void>();

  constructor(first: RoutedCall, { client, upstream, reader, texts }: Session, deps: RelayDeps) {
    this.#first = first;
    this.#deps = deps;
    this.#client = client;
    this.#upstream = upstream;
    this.#reader = reader;
    this.#speaks = first.facts.asks.audioOutput;
    this.#memory.noteAsked(texts);
    this.#next = Promise.resolve(new RealtimeTurn(first, this.#expected, deps));
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
        const told = textForCaller(reason, this.#first.route.channel);
        client.close(isTellable(code) ? code : closeCode.internal, told);
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
      await this.#refuse(toGatewayError(error));
    }
  }

  async #fromClient(text: Buffer): Promise<void> {
    if (this.#endedBy !== null) return;
    let message: CallerMessage;
    try {
      message = this.#reader.fromCaller(text);
      if (message.writesBy !== undefined) this.#assertWrites(message.writesBy);
    } catch (thrown) {
      const error = toGatewayError(thrown);
      const told = this.#reader.errorMessage(error, this.#first.requestId);
      if (told === null) throw error;
      return this.#client.send(told);
    }
    const { passed, texts, input, isForOneAnswer = false, asks } = message;
    if (texts !== undefined) {
      this.#memory.noteAsked(texts);
      const turn = await this.#noteSessionBytes();
      if (turn?.cover() === false) throw new GatewayError('quota.insufficient');
    }
    if (input !== undefined) {
      const turn = await this.#openTurn();
      if (this.#endedBy !== null) return;
      turn.noteInput(input);
      if (!isForOneAnswer) this.#memory.add(input);
      if (!turn.cover()) throw new GatewayError('quota.insufficient');
      if (asks !== undefined) turn.ask(asks.askedBy);
    }
    await this.#upstream.send(passed);
  }

  async #fromUpstream(text: Buffer): Promise<void> {
    if (this.#isClosed) return;
    const message = this.#reader.fromVendor(text);
    if (message === null)
      throw new GatewayError('upstream.broken_answer', {}, { cause: new Error('no message') });
    for (const happening of message.happenings) await this.#note(happening);
    await this.#client.send(this.#withoutKey(message));
  }

  /** Sound, which is most of a session, is not searched. */
  #withoutKey({ passed, sound }: VendorMessage): Buffer {
    const { secrets } = this.#first.route.channel;
    const bytes = typeof passed === 'string' ? Buffer.from(passed) : passed;
    if (sound === null) return secrets.clean(bytes);
    const [before, after] = [bytes.subarray(0, sound.start), bytes.subarray(sound.end)];
    const [cleanBefore, cleanAfter] = [secrets.clean(before), secrets.clean(after)];
    if (cleanBefore === before && cleanAfter === after) return bytes;
    return Buffer.concat([cleanBefore, bytes.subarray(sound.start, sound.end), cleanAfter]);
  }

  #note(happening: Happening): Promise<void> | void {
    switch (happening.kind) {
      case 'session':
        return this.#noteSession(happening);
      case 'refused':
        return this.#noteRefusal(happening.askedBy);
      case 'begun':
        return this.#begin(happening.id);
      case 'said':
        return this.#noteSaid(happening);
      case 'counted':
        return this.#noteUsage(happening);
      case 'ended':
        return this.#endAnswer(happening);
      case 'written':
        return this.#chargeWritten(happening);
      case 'resumable':
        return this.#keep(happening.handle);
    }
  }

  /** Returns the turn that the next response is charged to. */
  #openTurn(): Promise<RealtimeTurn> {
    this.#next ??= RealtimeTurn.open(this.#first, this.#expected, this.#deps);
    return this.#next;
  }

  get #expected(): ExpectedTurn {
    const { input, sessionBytes } = this.#memory;
    return { model: this.#first.facts.model, input, sessionBytes, speaks: this.#speaks };
  }

  /** @returns the next turn, if it is open */
  async #noteSessionBytes(): Promise<RealtimeTurn | null> {
    const turn = await this.#next;
    turn?.noteSession(this.#memory.sessionBytes);
    return turn;
  }

  async #noteRefusal(askedBy: unknown): Promise<void> {
    const turn = await this.#next;
    turn?.noteRefusal(askedBy);
  }

  async #begin(id: string): Promise<void> {
    if (this.#answering.has(id)) return;
    if (this.#answering.size >= MAX_ANSWERS)
      throw new GatewayError('upstream.broken_answer', {}, { cause: new Error('too many open responses') });
    const turn = await this.#openTurn();
    if (this.#isClosed) return;
    this.#next = null;
    turn.begin();
    this.#answering.set(id, turn);
    this.#ended.delete(id);
  }

  /**
   * Returns the turn of a response; answers outside of a turn are not charged.
   * @returns undefined if the session is over
   * @throws upstream.broken_answer if no response with that id has started
   */
  #answerOf(id: string): RealtimeTurn | undefined {
    const turn = this.#answering.get(id);
    if (turn === undefined && !this.#isClosed)
      throw new GatewayError('upstream.broken_answer', {}, { cause: new Error('no response has begun') });
    return turn;
  }

  #noteEnd(id: string): void {
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (oldest !== undefined && this.#ended.size > MAX_ENDS) this.#ended.delete(oldest);
  }

  async #endAnswer({ id, usage, failure }: EndedResponse): Promise<void> {
    if (this.#ended.has(id)) return;
    // The response is charged although its start was not reported.
    if (usage !== null) await this.#begin(id);
    const turn = this.#answering.get(id);
    if (turn === undefined) return;
    this.#answering.delete(id);
    this.#noteEnd(id);
    const { answer, call } = turn;
    answer.usage = usage ?? answer.usage;
    answer.isComplete = failure === null;
    answer.hasLeft ||= usage !== null;
    if (failure !== null) call.error = new GatewayError('upstream.error', {}, { cause: new Error(failure) });
    if (call.error !== null && call.attempts[0] !== undefined)
      Object.assign(call.attempts[0], {
        code: call.error.code,
        message: textForCaller(failure ?? '', call.route.channel),
      });
    if (answer.usage !== null) this.#memory.learn(answer.usage, turn.sessionBytes);
    await this.#settle(turn);
  }

  async #noteSaid({
    id,
    textBytes,
    audioTokens,
  }: {
    id: string;
    textBytes: number;
    audioTokens: number;
  }): Promise<void> {
    if (this.#ended.has(id)) return;
    const turn = this.#answerOf(id);
    if (turn === undefined) return;
    turn.noteSaid({ textBytes, audioTokens });
    if (!turn.cover()) throw new GatewayError('quota.insufficient');
  }

  async #noteUsage({ id, usage }: { id: string; usage: Usage }): Promise<void> {
    if (this.#ended.has(id)) return;
    const answer = this.#answerOf(id)?.answer;
    if (answer === undefined) return;
    answer.usage = usage;
    answer.hasLeft = true;
  }

  async #noteSession({ texts, speaks }: { texts: SessionTexts; speaks?: boolean }): Promise<void> {
    this.#speaks = speaks ?? this.#speaks;
    this.#memory.noteTold(texts);
    await this.#noteSessionBytes();
  }

  /** Only the account that issued a handle accepts it, and only from the same user. */
  #keep(handle: string): void {
    const { identity, route } = this.#first;
    this.#kept = [keptSeal(handle)];
    this.#deps.keptObjects.note(
      { userId: identity.userId, place: placeOf(route.channel), model: '' },
      this.#kept,
    );
  }

  /** @throws token.model_not_allowed, model.not_found, model.no_price, channel.none_available */
  #assertWrites(model: string): void {
    const { payingGroup, route, identity } = this.#first;
    assertMayUseModel(identity.rights, model);
    const { routing } = this.#deps;
    const facts = { ...this.#first.facts, model };
    routesOfModel({
      facts,
      payingGroup,
      snapshot: routing.current,
      boundTo: placeOf(route.channel),
      pin: null,
    });
  }

  async #chargeWritten({ id, model, usage, units, audioTokens, textBytes }: WrittenSound): Promise<void> {
    if (id !== null) {
      if (this.#ended.has(id)) return;
      this.#noteEnd(id);
    }
    const input = { ...NO_INPUT, audioTokens };
    const expected = { model, input, sessionBytes: 0, speaks: false, units };
    const turn = await RealtimeTurn.open(this.#first, expected, this.#deps);
    turn.begin();
    turn.noteSaid({ textBytes });
    turn.answer.usage = usage;
    turn.answer.units = units;
    turn.answer.isComplete = true;
    await this.#settle(turn);
  }

  #settle(turn: RealtimeTurn): Promise<void> {
    turn.answer.kept = this.#kept;
    this.#kept = [];
    return turn.settle();
  }

  #leaveWhenStopping(): void {
    if (this.#answering.size === 0 && this.#deps.isStopping())
      this.#end('gateway', new GatewayError('gateway.stopping'));
  }

  /** Reports the reason and ends the session. */
  async #refuse(error: GatewayError): Promise<void> {
    const { requestId, route } = this.#first;
    if (this.#endedBy === null && error.entry.status >= 500) {
      const cause = causeOf(error, route.channel);
      this.#deps.report({ requestId, message: `a session ended: ${error.code}`, cause });
    }
    this.#end(error.code.startsWith('upstream.') ? 'upstream' : 'limit', error);
  }

  /** Ends both sides. The vendor first ends a running response and then reports its usage. */
  #end(by: EndedBy, error: GatewayError | null = null): void {
    if (this.#endedBy !== null) return;
    this.#endedBy = by;
    void this.#close(by, error).finally(() => this.#over.resolve());
  }

  async #close(by: EndedBy, error: GatewayError | null): Promise<void> {
    const [client, upstream] = [this.#client, this.#upstream];
    const told = error === null ? null : this.#reader.errorMessage(error, this.#first.requestId);
    if (told !== null) await client.send(told);
    if (this.#answering.size > 0 && upstream.isOpen) await this.#awaitLastWords();
    this.#isClosed = true;
    upstream.close(closeCode.normal, '');
    if (error !== null) client.close(closeOf(error), told === null ? error.message : error.code);
    const open = [...this.#answering.values()];
    this.#answering.clear();
    const next = (await this.#next?.catch(() => null)) ?? null;
    if (next?.call.isTaken === false) next.release();
    else if (next !== null) open.push(next);
    for (const turn of open) {
      // A requested response is not free because the caller then exceeds a limit.
      const isLeft = by === 'client' || (by === 'limit' && turn === next);
      turn.call.brokenBy = isLeft ? 'client' : by === 'upstream' ? null : by;
      if (by === 'upstream') turn.call.error = new GatewayError('upstream.broken_answer');
      await this.#settle(turn).catch(this.#reportUnsettled);
    }
  }

  async #awaitLastWords(): Promise<void> {
    const upstream = this.#upstream;
    if (this.#reader.cancel !== null) await upstream.send(this.#reader.cancel);
    const endAt = this.#deps.clock.monotonicMs() + LAST_WORDS_MS;
    while (this.#answering.size > 0 && upstream.isOpen && this.#deps.clock.monotonicMs() < endAt)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  #reportUnsettled = (cause: unknown): void =>
    this.#deps.report({
      requestId: this.#first.requestId,
      message: 'a settlement could not be kept',
      cause,
    });
}
