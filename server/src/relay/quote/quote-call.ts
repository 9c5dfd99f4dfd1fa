import type { Hold } from '../../billing/account.ts';
import type { LeftPoints } from '../../billing/hold.ts';
import type { Payers } from '../../billing/quota-book.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall, QuotedCall, TextTokens } from '../call/call-context.ts';
import { payersOf } from '../call/payers.ts';
import { likelyInputUse, maxQuote } from '../cost/estimate-call.ts';
import { expectTokens } from '../limits/expect-tokens.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { groupOf } from '../rights/paying-group.ts';
import {
  affordableTokens,
  inputCostOf,
  isEnoughForAnswer,
  leastCost,
  mostCost,
  pointsForAnswer,
  shortestAnswer,
} from './call-cost.ts';
import { longestCost, openAnswerBound, openAnswerHold } from './open-answer.ts';
import { anyText, countedText } from './text-tokens.ts';

/** A call with uncounted text holds at most this part of its payers' points. */
const SMALL_PART = 1 / 8;
/** It may hold more if its text alone costs at most this part. */
const SMALL_TEXT_PART = 1 / 64;

/**
 * Holds the maximum cost of the call; waits for other calls if they hold the points.
 * @throws rate.tokens, quota.insufficient, quota.token_insufficient or quota.budget_spent
 */
export async function quote(call: AcceptedCall, deps: RelayDeps): Promise<QuotedCall> {
  joinSpareGroup(call, deps);
  expectTokens(call, deps);

  const payers = payersOf(call, { model: call.facts.model, nowSeconds: deps.clock.nowSeconds() });
  const { quotaBook } = deps;
  const loading = quotaBook.load(payers);
  if (loading !== undefined) await loading.catch(unavailable);
  call.textTokens = anyText(call.facts);
  let expected = mostCost(call, deps);
  let left = quotaBook.left(payers);
  if (!isAmple(call, { most: expected, available: left.available }, deps)) {
    // If the payers could not pay even without other calls, the call is refused without counting.
    if (inputCostOf(call) <= left.availableAlone) call.textTokens = await countText(call, deps);
    expected = mostCost(call, deps);
    await quotaBook.load(payers)?.catch(unavailable);
    left = quotaBook.left(payers);
  }
  const most = openAnswerHold(call, { expected, left }, deps);
  const least = leastCost(call, deps);
  const held = holdFor(call, { payers, most, least }, deps);
  const hold = held instanceof Promise ? await held : held;
  try {
    const heldLimit =
      hold.points < least ? boundOf(call, hold.points, deps) : openAnswerBound(call, hold, deps);
    const holdGrows = call.facts.stream && call.facts.maxOutputTokens === null && heldLimit === null;
    const outputLimit = holdGrows ? growingBound(call, left, deps) : heldLimit;
    return Object.assign(call, { payers, hold, outputLimit, holdGrows });
  } catch (error) {
    // No other code can release this hold yet.
    quotaBook.release(hold);
    throw error;
  }
}

/**
 * A call that the spare group pays for also counts against that group's limits. @throws rate.requests,
 * rate.tokens or rate.parallel
 */
function joinSpareGroup({ identity, snapshot, group, use }: AcceptedCall, { limiter }: RelayDeps): void {
  if (identity.spareGroup === '' || use === null || group === groupOf(identity, snapshot)) return;
  limiter.join(use, identity, group);
}

/** Whether the points left amply cover the call, regardless of its text. */
function isAmple(
  call: AcceptedCall,
  { most, available }: { most: number; available: number },
  deps: RelayDeps,
): boolean {
  if (most <= available * SMALL_PART) return true;
  return most <= available && mostCost(call, deps, 0) <= available * SMALL_TEXT_PART;
}

/** Counting a longer text would delay other calls. */
const COUNTED_BYTES = 512 * 1024;

async function countText(
  { body, dialect, facts }: AcceptedCall,
  { tokenCounter }: RelayDeps,
): Promise<TextTokens> {
  if (body.length > COUNTED_BYTES) return anyText(facts);
  return countedText(facts, await tokenCounter.measure({ json: body, ...dialect.inputTexts }));
}

function holdFor(
  call: AcceptedCall,
  { payers, most, least }: { payers: Payers; most: number; least: number },
  deps: RelayDeps,
): Hold | Promise<Hold> {
  const { breakOff } = call;
  const { quotaBook, options } = deps;
  return quotaBook.reserve(
    payers,
    { most, least, fitsInto: (points) => isEnoughForAnswer(call, points, deps) },
    { waitMs: options().holdWaitSeconds * 1000, onLeave: (leave) => breakOff.onBreak(leave) },
  );
}

/**
 * Bounds a call near the end of a balance to an answer that the rest pays for, shorter than the caller
 * allowed.
 * @returns the bound in tokens; null if none is needed
 */
function boundOf(call: AcceptedCall, points: number, deps: RelayDeps): number | null {
  return longestAnswerFor(
    call,
    pointsForAnswer(call, points, (route) => inputUseOf(call, route, deps)),
    deps,
  );
}

const inputUseOf = ({ facts, textTokens }: AcceptedCall, route: Route, { traits }: RelayDeps) =>
  likelyInputUse(facts, route, { textTokens: textTokens.most, traits });

/** @param points for the answer, without those for its input */
function longestAnswerFor(call: AcceptedCall, points: number, deps: RelayDeps): number | null {
  const tokens = Math.max(affordableTokens(call, points, deps), shortestAnswer(call, deps));
  // A free answer needs no bound, and vendors refuse a bound above every model's maximum.
  return tokens < Number.MAX_SAFE_INTEGER ? tokens : null;
}

/**
 * Bounds a growing stream to all points of its payers: it is watched, but much of it may arrive at once.
 * Tokens that the upstream adds beyond limits are not deducted: nothing would be left of a small amount.
 * @returns the bound in tokens; null if none is needed
 */
function growingBound(call: AcceptedCall, { availableAlone }: LeftPoints, deps: RelayDeps): number | null {
  if (!call.facts.canBeBounded || !deps.options().stopsUnpaidAnswers) return null;
  if (availableAlone >= longestCost(call, deps)) return null;
  const inputCost = maxQuote(call, (route) => ({ ...inputUseOf(call, route, deps), outputTokens: 0 }));
  return longestAnswerFor(call, availableAlone - inputCost, deps);
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
