import { inputTokensOf } from '../../billing/usage.ts';
import {
  heardSeconds,
  isRealtimeInput,
  type RealtimeEvent,
  readBegunResponse,
  readCallerEvent,
  readDelta,
  readEndedResponse,
  readRealtimeEvent,
  readSession,
  realtimeError,
  spokenTokens,
} from '../../dialects/openai/openai-realtime-events.ts';
import { type ExpectedTurn, NO_INPUT, readInput } from '../../dialects/openai/openai-realtime-input.ts';
import { readTranscriptionUsage, secondsUnit } from '../../dialects/openai/openai-transcription-usage.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { closeCode, type TextSocket } from '../../platform/web-socket.ts';
import type { CallContext, RoutedCall } from '../call-context.ts';
import { textForCaller } from '../dispatch/vendor-text.ts';
import { assertMayUseModel } from '../identify/key-rights.ts';
import { routesOf } from '../quote/quote-call.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { RealtimeMemory } from './realtime-memory.ts';
import { RealtimeTurn } from './realtime-turn.ts';

/** A response that its caller has left is ended by the vendor, which says its usage, within this time. */
const LAST_WORDS_MS = 3_000;
/** Responses of one session that are open at a time. */
const MAX_ANSWERS = 64;
/** Ends that are remembered, so that one that is told again is not charged again. */
const MAX_ENDS = 64;
/** How often a session without an answer looks whether the gateway stops. */
const STOP_CHECK_MS = 1_000;
/** Codes that an end may be told by; others are made by a library. Source: RFC 6455, section 7.4. */
const isTellable = (code: number): boolean =>
  (code >= 3000 && code <= 4999) || (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code));

type EndedBy = NonNullable<CallContext['brokenBy']>;

interface Sockets {
  client: TextSocket;
  upstream: TextSocket;
}

/**
 * A conversation by voice: events pass both ways as they came. A turn is open from the first event of the caller that
 * leads to an answer, or from the answer's begin, to its end: it holds what it may cost, and its end is told when its
 * charge is kept. A turn that is refused ends the session.
 */
export class RealtimeSession {
  readonly #first: RoutedCall;
  readonly #needs: RelayNeeds;
  readonly #sockets: Sockets;
  /** Has no response yet. */
  #next: Promise<RealtimeTurn> | null;
  /** By the id of the response. */
  readonly #answering = new Map<string, RealtimeTurn>();
  /** Ids of what has ended, the oldest first. */
  readonly #ended = new Set<string>();
  readonly #memory = new RealtimeMemory();
  #speaks = true;
  #heardFormat = '';
  #spokenFormat = '';
  #transcriber: string | null = null;
  #secondsToWrite = 0;
  #endedBy: EndedBy | null = null;
  /** What is open has been charged: nothing more is heard. */
  #isClosed = false;
  readonly #over = Promise.withResolvers<void>();

  constructor(first: RoutedCall, sockets: Sockets, needs: RelayNeeds) {
    this.#first = first;
    this.#needs = needs;
    this.#sockets = sockets;
    this.#next = Promise.resolve(new RealtimeTurn(first, this.#expected, needs));
  }

  /** @param opening first event of the upstream @returns when everything is charged */
  async run(opening: Buffer): Promise<void> {
    const { client, upstream } = this.#sockets;
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

  /** What goes wrong with an event ends the session with that error. */
  async #handle(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#refuse(toGatewayError(error));
    }
  }

  async #fromClient(text: Buffer): Promise<void> {
    const { client, upstream } = this.#sockets;
    if (this.#endedBy !== null) return;
    let event: RealtimeEvent;
    let passed: string | Buffer;
    try {
      event = readCallerEvent(text);
      passed = this.#withUpstreamModel(event, text);
    } catch (error) {
      return client.send(this.#errorEvent(toGatewayError(error)));
    }
    if (event.type === 'session.update') {
      this.#memory.noteUpdate(event);
      const turn = await this.#noteSessionBytes();
      if (turn?.cover() === false) throw new GatewayError('quota.insufficient');
    }
    if (isRealtimeInput(event)) {
      const turn = await this.#openTurn();
      if (this.#endedBy !== null) return;
      this.#noteInput(event, text, turn);
      if (!turn.cover()) throw new GatewayError('quota.insufficient');
      if (event.type === 'response.create') turn.ask(event.event_id);
    }
    await upstream.send(passed);
  }

  async #fromUpstream(text: Buffer): Promise<void> {
    const { client } = this.#sockets;
    if (this.#isClosed) return;
    const event = readRealtimeEvent(text);
    if (event === null)
      throw new GatewayError('upstream.broken_answer', {}, { cause: new Error('no event') });
    if (event.type === 'session.created' || event.type === 'session.updated') await this.#noteSession(event);
    if (event.type === 'error') await this.#noteError(event);
    const begun = readBegunResponse(event);
    if (begun !== null) await this.#begin(begun);
    const ended = readEndedResponse(event);
    if (ended !== null) await this.#endAnswer(ended);
    if (event.type === TRANSCRIBED) await this.#chargeTranscript(event);
    await this.#noteDelta(event);
    await client.send(event.type === 'error' ? this.#withoutSecrets(event) : text);
  }

  /** The turn that the next response is charged to. */
  #openTurn(): Promise<RealtimeTurn> {
    this.#next ??= RealtimeTurn.open(this.#first, this.#expected, this.#needs);
    return this.#next;
  }

  get #expected(): ExpectedTurn {
    const { input, sessionBytes } = this.#memory;
    return { model: this.#first.facts.model, input, sessionBytes, speaks: this.#speaks };
  }

  /** @returns the next turn, where it is open */
  async #noteSessionBytes(): Promise<RealtimeTurn | null> {
    const turn = await this.#next;
    turn?.noteSession(this.#memory.sessionBytes);
    return turn;
  }

  async #noteError({ error }: RealtimeEvent): Promise<void> {
    const turn = await this.#next;
    turn?.noteRefusal((error as { event_id?: unknown } | undefined)?.event_id);
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

  #noteEnd(id: string): void {
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (oldest !== undefined && this.#ended.size > MAX_ENDS) this.#ended.delete(oldest);
  }

  async #endAnswer({
    id,
    status,
    usage,
    failure,
  }: NonNullable<ReturnType<typeof readEndedResponse>>): Promise<void> {
    if (this.#ended.has(id)) return;
    // Its begin was not told, but it was sold.
    if (usage !== null) await this.#begin(id);
    const turn = this.#answering.get(id);
    if (turn === undefined) return;
    this.#answering.delete(id);
    this.#noteEnd(id);
    const { delivery, call } = turn;
    delivery.usage = usage;
    delivery.isComplete = status !== 'failed';
    delivery.hasLeft ||= usage !== null;
    if (status === 'failed')
      call.error = new GatewayError('upstream.error', {}, { cause: new Error(failure) });
    if (call.error !== null && call.attempts[0] !== undefined)
      Object.assign(call.attempts[0], {
        code: call.error.code,
        message: textForCaller(failure, call.route.channel),
      });
    if (usage !== null) this.#memory.learn(usage, turn.sessionBytes);
    await turn.settle();
  }

  async #noteDelta(event: RealtimeEvent): Promise<void> {
    const delta = readDelta(event);
    const id = String(event.response_id ?? '');
    if (delta === null || id === '' || this.#ended.has(id)) return;
    // Where its begin was not told, it begins here.
    await this.#begin(id);
    const turn = this.#answering.get(id);
    if (turn === undefined) return;
    if (delta.kind === 'text') turn.noteSaid({ textBytes: delta.bytes });
    else turn.noteSaid({ audioTokens: spokenTokens(delta.bytes, this.#spokenFormat) });
    if (!turn.cover()) throw new GatewayError('quota.insufficient');
  }

  #noteInput(event: RealtimeEvent, text: Buffer, turn: RealtimeTurn): void {
    const input = readInput(event, text, this.#heardFormat);
    this.#secondsToWrite += heardSeconds(event.soundBytes, this.#heardFormat);
    turn.noteInput(input);
    // What a response is given of its own is not said again.
    if (event.type !== 'response.create') this.#memory.add(input);
  }

  async #noteSession(event: RealtimeEvent): Promise<void> {
    const { transcriber, speaks, heardFormat, spokenFormat } = readSession(event);
    if (transcriber !== undefined) this.#transcriber = transcriber;
    this.#speaks = speaks ?? this.#speaks;
    this.#heardFormat = heardFormat ?? this.#heardFormat;
    this.#spokenFormat = spokenFormat ?? this.#spokenFormat;
    this.#memory.noteSession(event);
    await this.#noteSessionBytes();
  }

  /**
   * A session keeps the model that it was opened with, by the upstream's name for it, and writes down only by a model that
   * its channel serves at a price.
   * @returns the text to pass
   * @throws why it is not passed
   */
  #withUpstreamModel(event: RealtimeEvent, text: Buffer): string | Buffer {
    const { route, facts } = this.#first;
    const { soundBytes: _, ...members } = event;
    const { model, transcriber } = readSession(event);
    if (typeof transcriber === 'string') this.#assertWrites(transcriber);
    if (members.session === undefined) return text;
    if (model !== undefined && model !== route.upstreamModel && model !== facts.model)
      throw new GatewayError(
        'request.invalid',
        {},
        {
          fields: [{ field: 'session.model', code: 'unchangeable' }],
        },
      );
    // Written anew: of a member that comes twice, nobody can choose the one that was not checked.
    if (model === undefined) return JSON.stringify(members);
    return JSON.stringify({
      ...members,
      session: { ...(members.session as object), model: route.upstreamModel },
    });
  }

  /** @throws token.model_not_allowed, model.not_found, model.no_price, channel.none_available */
  #assertWrites(model: string): void {
    const { group, route, identity } = this.#first;
    assertMayUseModel(identity.rights, model);
    const { routing } = this.#needs;
    const facts = { ...this.#first.facts, model };
    routesOf({ facts, group, snapshot: routing.current, boundTo: placeOf(route.channel), pin: null });
  }

  async #chargeTranscript(event: RealtimeEvent): Promise<void> {
    const seconds = this.#secondsToWrite;
    this.#secondsToWrite = 0;
    const { item_id, content_index } = event;
    const id = `${item_id}/${content_index}`;
    if (this.#transcriber === null || this.#ended.has(id)) return;
    if (item_id !== undefined) this.#noteEnd(id);
    const usage = readTranscriptionUsage(event.usage);
    const told = (event.usage as { seconds?: unknown } | undefined)?.seconds;
    const units = secondsUnit(told) ?? [{ kind: 'second' as const, count: Math.max(1, Math.ceil(seconds)) }];
    const audioTokens = usage === null ? heardTokensOf(units[0]?.count ?? 0) : inputTokensOf(usage);
    const input = { ...NO_INPUT, audioTokens };
    const expected = { model: this.#transcriber, input, sessionBytes: 0, speaks: false, units };
    const turn = await RealtimeTurn.open(this.#first, expected, this.#needs);
    turn.begin();
    turn.noteSaid({ textBytes: Buffer.byteLength(String(event.transcript ?? '')) });
    turn.delivery.usage = usage;
    turn.delivery.units = units;
    turn.delivery.isComplete = true;
    await turn.settle();
  }

  #withoutSecrets({ soundBytes: _, ...event }: RealtimeEvent): string {
    const error = (event.error ?? {}) as { message?: unknown };
    const message = textForCaller(String(error.message ?? ''), this.#first.route.channel);
    return JSON.stringify({ ...event, error: { ...error, message } });
  }

  #errorEvent = (error: GatewayError): string => realtimeError(error, this.#first.requestId);

  #leaveWhenStopping(): void {
    if (this.#answering.size === 0 && this.#needs.isStopping())
      this.#end('gateway', new GatewayError('gateway.stopping'));
  }

  /** Tells why, and ends the session. */
  async #refuse(error: GatewayError): Promise<void> {
    const { requestId } = this.#first;
    if (this.#endedBy === null && error.entry.status >= 500)
      this.#needs.report({ requestId, message: `a session ended: ${error.code}`, cause: error.cause });
    this.#end(error.code.startsWith('upstream.') ? 'upstream' : 'limit', error);
  }

  /** Ends both sides; a response that is on its way is ended by the vendor first, which then says what it used. */
  #end(by: EndedBy, error: GatewayError | null = null): void {
    if (this.#endedBy !== null) return;
    this.#endedBy = by;
    void this.#close(by, error).finally(() => this.#over.resolve());
  }

  async #close(by: EndedBy, error: GatewayError | null): Promise<void> {
    const { client, upstream } = this.#sockets;
    if (error !== null) await client.send(this.#errorEvent(error));
    if (this.#answering.size > 0 && upstream.isOpen) await this.#awaitLastWords();
    this.#isClosed = true;
    upstream.close(closeCode.normal, '');
    if (error !== null) client.close(closeOf(error), error.code);
    const open = [...this.#answering.values()];
    this.#answering.clear();
    const next = (await this.#next?.catch(() => null)) ?? null;
    if (next?.call.isTaken === false) next.release();
    else if (next !== null) open.push(next);
    for (const turn of open) {
      // What the caller has asked for is not free because they then cross a limit.
      const isLeft = by === 'client' || (by === 'limit' && turn === next);
      turn.call.brokenBy = isLeft ? 'client' : by === 'upstream' ? null : by;
      if (by === 'upstream') turn.call.error = new GatewayError('upstream.broken_answer');
      await turn.settle().catch(this.#reportUnsettled);
    }
  }

  async #awaitLastWords(): Promise<void> {
    const { upstream } = this.#sockets;
    await upstream.send(JSON.stringify({ type: 'response.cancel' }));
    const endAt = this.#needs.clock.monotonicMs() + LAST_WORDS_MS;
    while (this.#answering.size > 0 && upstream.isOpen && this.#needs.clock.monotonicMs() < endAt)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  #reportUnsettled = (cause: unknown): void =>
    this.#needs.report({
      requestId: this.#first.requestId,
      message: 'a settlement could not be kept',
      cause,
    });
}

const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed';
/** OpenAI counts 10 tokens a second of sound that it hears. */
const heardTokensOf = (seconds: number): number => Math.ceil(seconds * 10);

const closeOf = ({ code }: GatewayError): number => {
  if (code === 'gateway.stopping') return closeCode.leaving;
  return code.startsWith('upstream.') || code.startsWith('gateway.') ? closeCode.internal : closeCode.policy;
};
