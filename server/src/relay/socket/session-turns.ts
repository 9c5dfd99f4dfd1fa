import type { CallEnd } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import { type KeptObject, keptSeal } from '../../dialects/kept-object.ts';
import type {
  CallerMessage,
  EndedResponse,
  Happening,
  SessionTexts,
  WrittenSound,
} from '../../dialects/realtime/realtime-dialect.ts';
import { type ExpectedTurn, NO_INPUT, type RealtimeInput } from '../../dialects/realtime/realtime-input.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

import type { RelayDeps } from '../relay-deps.ts';
import { RealtimeMemory } from './realtime-memory.ts';
import { RealtimeTurn } from './realtime-turn.ts';
import { SessionResponses } from './session-responses.ts';
import type { OpenedTurn } from './turn-call.ts';

/**
 * The turns of a session. A turn lasts from the caller's first event that leads to an answer, or from the start
 * of the answer, to the end of the answer. It holds its maximum cost, and its end is forwarded once the charge
 * is stored.
 */
export class SessionTurns {
  readonly #first: OpenedTurn;
  readonly #deps: RelayDeps;
  /** The turn without a response so far. */
  #next: Promise<RealtimeTurn> | null;
  readonly #responses = new SessionResponses();
  readonly #memory = new RealtimeMemory();
  #speaks: boolean;
  /** Handles for resuming the session; stored with the next charged turn. */
  #kept: readonly KeptObject[] = [];
  #isClosed = false;

  /** @param texts set at the start */
  constructor(first: OpenedTurn, texts: SessionTexts, deps: RelayDeps) {
    this.#first = first;
    this.#deps = deps;
    this.#speaks = first.facts.asks.audioOutput;
    this.#memory.noteAsked(texts);
    this.#next = Promise.resolve(new RealtimeTurn(first, this.#expected, deps));
  }

  /** Whether the vendor has begun a response and not ended it. */
  get areAnswered(): boolean {
    return this.#responses.areOpen;
  }

  /** No further message counts. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Returns the turn that the next response is charged to. @throws the refusals of a call */
  openNext(): Promise<RealtimeTurn> {
    this.#next ??= RealtimeTurn.open(this.#first, this.#expected, this.#deps);
    return this.#next;
  }

  /** The caller sets texts of the session. @throws quota.insufficient */
  async askTexts(texts: SessionTexts): Promise<void> {
    this.#memory.noteAsked(texts);
    const turn = await this.#noteSessionBytes();
    turn?.cover();
  }

  /** The caller adds input to a turn, and may request its response. @throws quota.insufficient */
  addInput(turn: RealtimeTurn, message: CallerMessage & { input: RealtimeInput }): void {
    const { input, isForOneAnswer = false, asks } = message;
    turn.noteInput(input);
    if (!isForOneAnswer) this.#memory.add(input);
    turn.cover();
    if (asks !== undefined) turn.ask(asks.askedBy);
  }

  /**
   * Handles an event of the vendor.
   * @throws quota.insufficient, upstream.broken_answer, settlement.backlog, the refusals of a call
   */
  note(happening: Happening): Promise<void> | void {
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

  /** Settles the turns of a closed session. @param by why the session ended */
  async settleRest(by: CallEnd): Promise<void> {
    const open = this.#responses.takeOpen();
    const next = (await this.#next?.catch(() => null)) ?? null;
    if (next?.call.isTaken === false) next.release();
    else if (next !== null) open.push(next);
    for (const turn of open) {
      // A requested response is not free because the caller then exceeds a limit.
      const isLeft = by === 'client' || (by === 'limit' && turn === next);
      turn.call.brokenBy = isLeft ? 'client' : by === 'upstream' ? null : by;
      if (by === 'upstream') turn.call.error = new GatewayError('upstream.broken_answer');
      // A settlement that could not be stored has been reported, and the sockets are closed.
      await this.#settle(turn).catch(() => {});
    }
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

  async #noteSession({ texts, speaks }: { texts: SessionTexts; speaks?: boolean }): Promise<void> {
    this.#speaks = speaks ?? this.#speaks;
    this.#memory.noteTold(texts);
    await this.#noteSessionBytes();
  }

  async #noteRefusal(askedBy: unknown): Promise<void> {
    const turn = await this.#next;
    turn?.noteRefusal(askedBy);
  }

  async #begin(id: string): Promise<void> {
    if (this.#responses.find(id) !== undefined) return;
    this.#responses.assertMayBegin();
    const turn = await this.openNext();
    if (this.#isClosed) return;
    this.#next = null;
    turn.begin();
    this.#responses.begin(id, turn);
  }

  /**
   * Returns the turn of a response; answers outside of a turn are not charged.
   * @returns undefined if the session is over, or the response has ended
   * @throws upstream.broken_answer if no response with that id has started
   */
  #answerOf(id: string): RealtimeTurn | undefined {
    if (this.#responses.hasEnded(id)) return undefined;
    const turn = this.#responses.find(id);
    if (turn === undefined && !this.#isClosed)
      throw new GatewayError('upstream.broken_answer', {}, { cause: new Error('no response has begun') });
    return turn;
  }

  #noteSaid({ id, textBytes, audioTokens }: Extract<Happening, { kind: 'said' }>): void {
    const turn = this.#answerOf(id);
    turn?.noteSaid({ textBytes, audioTokens });
    turn?.cover();
  }

  #noteUsage({ id, usage }: { id: string; usage: Usage }): void {
    this.#answerOf(id)?.noteUsage(usage);
  }

  async #endAnswer(ended: EndedResponse): Promise<void> {
    const { id, usage } = ended;
    if (this.#responses.hasEnded(id)) return;
    // The response is charged although its start was not reported.
    if (usage !== null) await this.#begin(id);
    const turn = this.#responses.end(id);
    if (turn === undefined) return;
    turn.noteEnd(ended);
    if (turn.answer.usage !== null) this.#memory.learn(turn.answer.usage, turn.sessionBytes);
    await this.#settle(turn);
  }

  async #chargeWritten({ id, model, usage, units, audioTokens, textBytes }: WrittenSound): Promise<void> {
    if (id !== null) {
      if (this.#responses.hasEnded(id)) return;
      this.#responses.noteEnd(id);
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

  /** Only the account that issued a handle accepts it, and only from the same user. */
  #keep(handle: string): void {
    const { identity, route } = this.#first;
    this.#kept = [keptSeal(handle)];
    const place = placeOf(route.channel);
    this.#deps.keptObjects.note({ userId: identity.userId, place, model: '' }, this.#kept);
  }

  #settle(turn: RealtimeTurn): Promise<void> {
    const kept = this.#kept;
    this.#kept = [];
    return turn.settle(kept);
  }
}
