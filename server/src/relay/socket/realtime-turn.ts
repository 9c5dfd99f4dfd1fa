import { quoteOf } from '../../billing/charge.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { maxImageTokens } from '../../dialects/media-input.ts';
import {
  addInputs,
  type ExpectedTurn,
  factsOfTurn,
  type RealtimeInput,
} from '../../dialects/realtime/realtime-input.ts';
import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import { admit } from '../admit/admit-call.ts';
import { letGoOfBody } from '../body/release-body.ts';
import { beginAttempt } from '../call/attempt.ts';
import {
  type AcceptedCall,
  type CallContext,
  createCallContext,
  type IdentifiedCall,
  type RoutedCall,
} from '../call/call-context.ts';
import { identify } from '../identify/identify-caller.ts';
import { quote } from '../quote/quote-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { findRoutes } from '../routes/find-routes.ts';
import { select } from '../select/select-channel.ts';
import { recordCharge } from '../settle/record-charge.ts';
import { RealtimeAnswer } from './realtime-answer.ts';

/** Stands in for the body of a session's requests. */
const EMPTY_OBJECT = Buffer.from('{}');
const NOTHING = Buffer.alloc(0);
/** The hold is checked again after this many tokens. */
const STEP_TOKENS = 256;
const BYTES_A_TOKEN = 4;

/** Prepares a session's request for the stages, which expect a request with a body. */
export function acceptTurn(call: IdentifiedCall, facts: RequestFacts, deps: RelayDeps): AcceptedCall {
  assertMayUseModel(call.identity.rights, facts.model);
  call.payingGroup = payingGroupFor(call, facts.model);
  const bodyHold = deps.bodyBudget.open(call.identity.userId);
  const scan = new JsonScanner({ members: new Set() });
  return Object.assign(call, { bodyHold, scan, facts, body: EMPTY_OBJECT });
}

/**
 * One response of a session, or a transcription alongside it: a call with its own hold, charge and log row.
 */
export class RealtimeTurn {
  readonly call: RoutedCall & { answer: RealtimeAnswer };
  readonly answer: RealtimeAnswer;
  readonly #deps: RelayDeps;
  readonly #expected: ExpectedTurn;
  #coveredTokens: number;
  /** Id of the event that requested the response. */
  #askedBy: unknown = null;

  constructor(routed: RoutedCall, expected: ExpectedTurn, deps: RelayDeps) {
    this.answer = new RealtimeAnswer();
    this.call = Object.assign(routed, { answer: this.answer, isTaken: false });
    this.#expected = { ...expected };
    this.#deps = deps;
    this.#coveredTokens = this.#tokens;
  }

  /**
   * Opens a turn on the session's channel like a call: key, limits, price and balance are checked again.
   * @throws the refusals of a call
   */
  static async open(of: RoutedCall, expected: ExpectedTurn, deps: RelayDeps): Promise<RealtimeTurn> {
    const { clock } = deps;
    const { dialect, address, caller, route } = of;
    const requestId = newRequestId(clock.nowMs());
    const ctx = createCallContext({
      ...{ requestId, startedAtMs: clock.monotonicMs(), dialect, address, caller },
    });
    try {
      const identified = await identify(ctx, deps);
      admit(identified, deps);
      identified.boundTo = placeOf(route.channel);
      const accepted = acceptTurn(identified, factsOfTurn(expected), deps);
      findRoutes(accepted);
      const routed = select(await quote(accepted, deps), deps);
      routed.attempts.push(beginAttempt(route.channel, 101));
      return new RealtimeTurn(routed, expected, deps);
    } catch (error) {
      if (ctx.hold !== null) deps.quotaBook.release(ctx.hold);
      endTurn(ctx, deps);
      throw error;
    }
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

  get #imageTokens(): number {
    return this.#expected.input.imageCount * maxImageTokens(this.call.route.upstreamModel);
  }

  get #saidTokens(): number {
    const { audioTokens, textBytes } = this.answer;
    return audioTokens + Math.ceil(textBytes / BYTES_A_TOKEN);
  }

  /** Tokens read, heard and spoken. */
  get #tokens(): number {
    const { inputTokens } = factsOfTurn(this.#expected);
    return inputTokens + this.#expected.input.audioTokens + this.#imageTokens + this.#saidTokens;
  }

  /** @returns false if the payers have too few points for the tokens read, heard and spoken */
  cover(): boolean {
    const { call } = this;
    const tokens = this.#tokens;
    if (tokens < this.#coveredTokens + STEP_TOKENS) return true;
    this.#coveredTokens = tokens;
    const { route, payingGroup, hold } = call;
    const { inputTokens, asks } = factsOfTurn(this.#expected);
    const use = {
      textTokens: inputTokens,
      imageTokens: this.#imageTokens,
      audioTokens: this.#expected.input.audioTokens + STEP_TOKENS,
      outputTokens: this.#saidTokens + STEP_TOKENS,
      asks,
    };
    const missing = quoteOf(use, route.price, payingGroup.ratio) - hold.points;
    if (missing <= 0) return true;
    const { quotaBook, options } = this.#deps;
    return quotaBook.grow(hold, missing) || !options().stopsUnpaidAnswers;
  }

  /**
   * Charges the turn and writes its log row. @throws if that cannot be stored and no part of the answer was
   * sent
   */
  async settle(): Promise<void> {
    const { call } = this;
    call.facts = factsOfTurn(this.#expected);
    // There is no text to count, so the input is estimated.
    call.body = NOTHING;
    const attempt = call.attempts.at(-1);
    if (attempt !== undefined) attempt.durationMs = this.#deps.clock.monotonicMs() - call.startedAtMs;
    try {
      await recordCharge(call, this.#deps);
    } catch (error) {
      this.#deps.quotaBook.release(call.hold);
      throw error;
    } finally {
      endTurn(call, this.#deps);
    }
  }

  /** Ends a turn without a result; it is neither charged nor logged. */
  release(): void {
    this.#deps.quotaBook.release(this.call.hold);
    endTurn(this.call, this.#deps);
  }
}

function endTurn(ctx: CallContext, { refusedCalls }: RelayDeps): void {
  ctx.channelUse?.end(ctx.usedTokens);
  ctx.use?.end(ctx.usedTokens);
  if (ctx.error !== null) refusedCalls.note(ctx);
  letGoOfBody(ctx);
}
