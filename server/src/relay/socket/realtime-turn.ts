import type { Usage } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { EndedResponse } from '../../dialects/realtime/realtime-dialect.ts';
import {
  addInputs,
  type ExpectedTurn,
  factsOfTurn,
  type RealtimeInput,
} from '../../dialects/realtime/realtime-input.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';

import type { RelayDeps } from '../relay-deps.ts';
import { RealtimeAnswer } from './realtime-answer.ts';
import { type OpenedTurn, openTurn, releaseTurn, settleTurn, type TurnCall } from './turn-call.ts';
import { TurnHold } from './turn-hold.ts';

/**
 * One response of a session, or a transcription alongside it: a call with its own hold, charge and log row.
 */
export class RealtimeTurn {
  readonly call: TurnCall;
  readonly answer = new RealtimeAnswer();
  readonly #deps: RelayDeps;
  readonly #expected: ExpectedTurn;
  readonly #hold: TurnHold;
  /** Id of the event that requested the response. */
  #askedBy: unknown = null;

  constructor(routed: OpenedTurn, expected: ExpectedTurn, deps: RelayDeps) {
    this.call = Object.assign(routed, { answer: this.answer, isTaken: false });
    this.#expected = { ...expected };
    this.#deps = deps;
    this.#hold = new TurnHold(this.call, expected, deps);
  }

  /** @throws the refusals of a call */
  static async open(first: OpenedTurn, expected: ExpectedTurn, deps: RelayDeps): Promise<RealtimeTurn> {
    return new RealtimeTurn(await openTurn(first, expected, deps), expected, deps);
  }

  /** The model has started to answer. */
  begin(): void {
    this.call.isTaken = true;
  }

  get sessionBytes(): number {
    return this.#expected.sessionBytes;
  }

  /** The vendor is asked to answer. */
  ask(eventId: unknown): void {
    this.call.isTaken = true;
    this.#askedBy = eventId ?? null;
  }

  /** The vendor has answered an event with an error. */
  noteRefusal(eventId: unknown): void {
    if ((eventId ?? null) === this.#askedBy) this.call.isTaken = false;
  }

  noteInput(input: RealtimeInput): void {
    this.#expected.input = addInputs(this.#expected.input, input);
  }

  /** An update after the request for a response does not reduce the input of that response. */
  noteSession(sessionBytes: number): void {
    const expected = this.#expected;
    expected.sessionBytes = this.call.isTaken ? Math.max(expected.sessionBytes, sessionBytes) : sessionBytes;
  }

  noteSaid({ textBytes = 0, audioTokens = 0 }: { textBytes?: number; audioTokens?: number }): void {
    const { answer, call } = this;
    answer.hasLeft = true;
    answer.textBytes += textBytes;
    answer.audioTokens += audioTokens;
    call.firstByteMs ??= this.#deps.clock.monotonicMs() - call.startedAtMs;
  }

  noteUsage(usage: Usage): void {
    this.answer.usage = usage;
    this.answer.hasLeft = true;
  }

  noteEnd({ usage, failure }: Omit<EndedResponse, 'id'>): void {
    const { answer, call } = this;
    if (usage !== null) this.noteUsage(usage);
    answer.isComplete = failure === null;
    if (failure === null) return;
    const error = new GatewayError('upstream.error', {}, { cause: new Error(failure) });
    call.error = error;
    const message = textForCaller(failure, call.route.channel);
    if (call.attempts[0] !== undefined) Object.assign(call.attempts[0], { code: error.code, message });
  }

  /** @throws quota.insufficient if the payers have too few points for the tokens read, heard and spoken */
  cover(): void {
    this.#hold.cover(this.#expected);
  }

  /**
   * Charges the turn and writes its log row.
   * @param kept handles that the vendor has issued
   * @throws settlement.backlog if that cannot be stored and no part of the answer was sent
   */
  settle(kept: readonly KeptObject[]): Promise<void> {
    this.answer.kept = kept;
    this.call.facts = factsOfTurn(this.#expected);
    return settleTurn(this.call, this.#deps);
  }

  /** Ends a turn without a result; it is neither charged nor logged. */
  release(): void {
    releaseTurn(this.call, this.#deps);
  }
}
