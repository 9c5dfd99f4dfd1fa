import type { OutputLimit } from '../../dialects/call-facts.ts';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { lowest } from '../../platform/lowest.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';
import { COMMON_TOKENS, refusesBound } from './lower-bound.ts';

/** Members that the gateway writes into a request in addition to the caller's. */
export interface WrittenMembers {
  /** Null if the gateway does not bound the answer. */
  outputLimit: OutputLimit | null;
  /** A stream requests its usage although the caller did not. */
  asksUsage: boolean;
  /** A rewritten request returns the model's thinking to it. */
  givesThinkingBack: boolean;
  /** System turns are merged into one at the beginning. */
  putsSystemFirst: boolean;
}

const USAGE_MEMBER = 'stream_options';

/**
 * Chooses the members to write. The bound uses the member that the model has accepted, else the provider's,
 * else the dialect's most common one. Usage is requested unless the model has refused that. Thinking is
 * returned to models that require it. System turns stay in place unless the model has refused that.
 */
export function writtenMembersOf(call: RoutedCall, deps: RelayDeps): WrittenMembers {
  const { route, form, facts } = call;
  return {
    outputLimit: outputLimitOf(call, deps),
    asksUsage: facts.stream && !deps.traits.of(route).refusesUsageAsk,
    givesThinkingBack: givesThinkingBack(call, deps),
    putsSystemFirst: form.dialect.systemFirst !== undefined && deps.traits.of(route).wantsSystemFirst,
  };
}

function givesThinkingBack({ route, form, dialect }: RoutedCall, { traits }: RelayDeps): boolean {
  const { thinkingMember } = form.dialect;
  if (thinkingMember === undefined || form.dialect === dialect) return false;
  return traits.of(route).takesThinkingBack ?? thinkingMember.isWantedBy(route.upstreamModel);
}

function outputLimitOf(call: RoutedCall, { traits, options }: RelayDeps): OutputLimit | null {
  const { route, form, dialect, facts, outputLimit } = call;
  const known = traits.of(route);
  if (mayLackLimit(call) && known.bound !== null) return null;
  // A rewritten request also states the caller's own bound.
  const named = form.dialect === dialect ? null : facts.maxOutputTokens;
  const isMissing = form.dialect.mustBeBounded === true && form.dialect !== dialect && named === null;
  // The balance may pay for more than the model accepts; the default may not.
  const standing = isMissing ? defaultLimitOf(call, options()) : named;
  const bound = lowest(outputLimit, standing);
  if (bound === null) return null;
  const { limitMembers } = form.dialect;
  // The member may have been learned from another form of the model.
  const learned = limitMembers.find((name) => name === known.limitMember);
  const member = learned ?? form.limitMember ?? limitMembers[0];
  if (member === undefined) return null;
  const answers = answersOf(call);
  if (known.refusedTokens === null || bound < known.refusedTokens * answers) return { member, tokens: bound };
  return smallerLimit(call, { member, tokens: bound });
}

/**
 * Replaces a bound that is too large for the model. The caller's own is left out, since the model then ends before it.
 * Another one becomes a bound that nearly every model accepts.
 */
function smallerLimit(call: RoutedCall, { member, tokens }: OutputLimit): OutputLimit | null {
  const { form, facts } = call;
  if (tokens === facts.maxOutputTokens && form.dialect.mustBeBounded !== true) return null;
  return { member, tokens: COMMON_TOKENS * answersOf(call) };
}

/** Number of answers requested at once; the gateway's bound is for all of them together. */
export const answersOf = ({ form, facts }: Pick<RoutedCall, 'form' | 'facts'>): number =>
  form.dialect.hasSeveralAnswers ? facts.answerCount : 1;

/** Entry of a bound in the report; null if it is not lower than the caller's own. */
export const fateOfLimit = (tokens: number, own: number | null): 'added' | 'approximated' | null =>
  own === null ? 'added' : tokens < own ? 'approximated' : null;

/** Leaves room for the requested thinking. */
function defaultLimitOf({ route, facts }: RoutedCall, { anthropicMaxTokens }: RelayOptions): number {
  const model = route.upstreamModel;
  const own = Object.hasOwn(anthropicMaxTokens, model) ? anthropicMaxTokens[model] : undefined;
  return (own ?? anthropicMaxTokens.default) + (facts.thinkingBudget ?? 0);
}

/**
 * Chooses other members after an upstream refused one that the gateway had written. Options: a lower bound,
 * no bound, the bound as another member, no usage request, thinking removed or added, or system turns at the
 * beginning.
 * @param first the first attempt: a member that was already changed is not changed back
 * @returns null if the request was refused for another reason, or there is no other option
 */
export function otherMembersOf(
  call: RoutedCall,
  { written, first }: { written: WrittenMembers; first: WrittenMembers },
  failure: UpstreamFailure,
): WrittenMembers | null {
  const { form, facts, dialect } = call;
  const { outputLimit, asksUsage, givesThinkingBack } = written;
  if (asksUsage && !facts.wantsUsage && isUnsupported(failure, USAGE_MEMBER))
    return { ...written, asksUsage: false };
  const { thinkingMember } = form.dialect;
  const mayTurn = givesThinkingBack === first.givesThinkingBack && form.dialect !== dialect;
  if (mayTurn && thinkingMember !== undefined && isUnsupported(failure, thinkingMember.name))
    return { ...written, givesThinkingBack: !givesThinkingBack };
  if (!written.putsSystemFirst && form.dialect.systemFirst !== undefined && wantsSystemFirst(failure))
    return { ...written, putsSystemFirst: true };
  if (outputLimit === null) return null;
  const answers = answersOf(call);
  if (mayLackLimit(call)) return isRefusal(failure) ? { ...written, outputLimit: null } : null;
  if (refusesBound(failure, Math.floor(outputLimit.tokens / answers)))
    return { ...written, outputLimit: smallerLimit(call, outputLimit) };
  const isFirstMember = outputLimit.member === first.outputLimit?.member;
  if (!isFirstMember || !isUnsupported(failure, outputLimit.member)) return null;
  const member = form.dialect.limitMembers.find((one) => one !== outputLimit.member);
  if (member === undefined) return null;
  return { ...written, outputLimit: { member, tokens: outputLimit.tokens } };
}

/** A growing stream that is watched ends in time even without a bound. */
const mayLackLimit = ({ holdGrows, form, dialect }: RoutedCall): boolean =>
  holdGrows && !(form.dialect.mustBeBounded === true && form.dialect !== dialect);

/** Remembers which members the model accepted after a refusal. */
export function learnMembers(
  call: RoutedCall,
  { taken, refused }: { taken: WrittenMembers; refused: WrittenMembers },
  { traits }: Pick<RelayDeps, 'traits'>,
): void {
  const learned = traits.learn(call.route);
  if (taken.asksUsage !== refused.asksUsage) learned.refusesUsageAsk = !taken.asksUsage;
  if (taken.givesThinkingBack !== refused.givesThinkingBack)
    learned.takesThinkingBack = taken.givesThinkingBack;
  if (taken.putsSystemFirst && !refused.putsSystemFirst) learned.wantsSystemFirst = true;
  if (refused.outputLimit === null) return;
  if (taken.outputLimit === null && mayLackLimit(call)) {
    learned.bound = 'refuses';
    return;
  }
  const { outputLimit } = taken;
  if (outputLimit !== null && outputLimit.member !== refused.outputLimit.member)
    learned.limitMember = outputLimit.member;
  if (outputLimit !== null && outputLimit.tokens >= refused.outputLimit.tokens) return;
  const tokens = Math.floor(refused.outputLimit.tokens / answersOf(call));
  learned.refusedTokens = lowest(learned.refusedTokens, tokens);
}

/**
 * Phrases of chat templates that accept the system only at the beginning, or require alternating turns.
 * llama.cpp reports a template's refusal with status 500.
 */
const SYSTEM_FIRST =
  /\bsystem (?:message|role|prompt|turn)s?\b.*\b(?:beginning|first|start)\b|\broles must alternate\b|\bonly the first message\b.*\bsystem\b/i;

const wantsSystemFirst = (failure: UpstreamFailure): boolean =>
  (isRefusal(failure) || failure.status === 500) && SYSTEM_FIRST.test(failure.message);

const isRefusal = ({ status }: UpstreamFailure): boolean => status === 400 || status === 422;

/**
 * Whether an upstream does not know or support a member, or requires it. Vendors have no common code for
 * this, so the message is searched for the member's name. A code for a wrong value means that the member
 * itself is known.
 */
function isUnsupported(failure: UpstreamFailure, member: string): boolean {
  const { code, param, message } = failure;
  if (!isRefusal(failure) || code.includes('value')) return false;
  return new RegExp(`\\b${member}\\b`).test(`${param} ${message}`);
}
