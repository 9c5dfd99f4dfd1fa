import type { OutputLimit } from '../../dialects/call-facts.ts';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { lowest } from '../../platform/lowest.ts';
import type { RoutedCall } from '../call-context.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';
import { lowerBoundOf } from './lower-bound.ts';

/** What the gateway writes into a request next to what its caller said. */
export interface WrittenMembers {
  /** Null where the gateway does not bound the answer. */
  outputLimit: OutputLimit | null;
  /** A stream is asked for its usage, though the caller did not ask. */
  asksUsage: boolean;
  /** Other calls may have a higher bound. */
  isLimitForThisCall: boolean;
  /** A request that is written anew gives the model back what it thought. */
  givesThinkingBack: boolean;
  /** System turns stand at the beginning only, as one. */
  putsSystemFirst: boolean;
}

const USAGE_MEMBER = 'stream_options';

/**
 * The bound as one member: what the model was seen to take, else what its provider names, else what the dialect's
 * upstreams know best. Usage is asked for unless the model was seen to refuse that; thinking goes back to models that were
 * seen to want it, or are known to. System turns stay where the caller put them unless the model was seen to refuse that.
 */
export function writtenMembersOf(call: RoutedCall, deps: RelayDeps): WrittenMembers {
  const { route, form, facts } = call;
  return {
    outputLimit: outputLimitOf(call, deps),
    isLimitForThisCall: false,
    asksUsage: facts.stream && deps.usageAskHabits.find(route) !== false,
    givesThinkingBack: givesThinkingBack(call, deps),
    putsSystemFirst: form.dialect.systemFirst !== undefined && deps.systemHabits.find(route) === 'first',
  };
}

function givesThinkingBack({ route, form, dialect }: RoutedCall, { thinkingHabits }: RelayDeps): boolean {
  const { thinkingMember } = form.dialect;
  if (thinkingMember === undefined || form.dialect === dialect) return false;
  return thinkingHabits.find(route) ?? thinkingMember.isWantedBy(route.upstreamModel);
}

function outputLimitOf(
  call: RoutedCall,
  { limitHabits, unboundHabits, options }: RelayDeps,
): OutputLimit | null {
  const { route, form, dialect, facts, outputLimit } = call;
  if (mayLackLimit(call) && unboundHabits.find(route)) return null;
  // The caller's own bound is written too where its request is written anew.
  const named = form.dialect === dialect ? null : facts.maxOutputTokens;
  const isMissing = form.dialect.mustBeBounded === true && form.dialect !== dialect && named === null;
  // What a balance pays for may be more than the model takes, the default is not.
  const standing = isMissing ? defaultLimitOf(call, options()) : named;
  const bound = lowest(outputLimit, standing);
  if (bound === null) return null;
  const habit = limitHabits.find(route);
  const { limitMembers } = form.dialect;
  // What was learned of a model may be of another of its forms.
  const known = habit !== undefined && limitMembers.includes(habit.member) ? habit.member : undefined;
  const member = known ?? form.limitMember ?? limitMembers[0];
  if (member === undefined) return null;
  const most = habit?.mostTokens ?? null;
  return { member, tokens: most === null ? bound : Math.min(bound, most * answersOf(call)) };
}

/** Answers that the upstream is asked for at once; a bound of the gateway's is for all of them together. */
export const answersOf = ({ form, facts }: Pick<RoutedCall, 'form' | 'facts'>): number =>
  form.dialect.hasSeveralAnswers ? facts.answerCount : 1;

/** What the report says of a bound; null where it is no lower than the caller's own. */
export const fateOfLimit = (tokens: number, own: number | null): 'added' | 'approximated' | null =>
  own === null ? 'added' : tokens < own ? 'approximated' : null;

/** Leaves room next to the thinking that the caller asks for. */
function defaultLimitOf({ route, facts }: RoutedCall, { anthropicMaxTokens }: RelayOptions): number {
  const model = route.upstreamModel;
  const own = Object.hasOwn(anthropicMaxTokens, model) ? anthropicMaxTokens[model] : undefined;
  return (own ?? anthropicMaxTokens.default) + (facts.thinkingBudget ?? 0);
}

/**
 * What to write instead, where an upstream refused a request for a member that the gateway had written: a lower bound,
 * none, or the bound as another member, no question for the usage, or no thinking; or with it, where that is missed; or the
 * system turns at the beginning.
 * @param first what was tried at first: what was changed already is not changed back
 * @returns null where the request was refused for something else, or there is nothing else to write
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
  const lower = lowerBoundOf(failure, Math.floor(outputLimit.tokens / answers));
  if (mayLackLimit(call) && (lower === null || lower.isForThisCall))
    return isRefusal(failure) ? { ...written, outputLimit: null } : null;
  if (lower !== null) {
    const { member } = outputLimit;
    const tokens = lower.tokens * answers;
    return { ...written, outputLimit: { member, tokens }, isLimitForThisCall: lower.isForThisCall };
  }
  const isFirstMember = outputLimit.member === first.outputLimit?.member;
  if (!isFirstMember || !isUnsupported(failure, outputLimit.member)) return null;
  const member = form.dialect.limitMembers.find((one) => one !== outputLimit.member);
  if (member === undefined) return null;
  return { ...written, outputLimit: { member, tokens: outputLimit.tokens } };
}

/** A stream that is watched while it grows ends in time without a bound too, where it comes bit by bit. */
const mayLackLimit = ({ holdGrows, form, dialect }: RoutedCall): boolean =>
  holdGrows && !(form.dialect.mustBeBounded === true && form.dialect !== dialect);

/** Remembers what the model took after it had refused something else. */
export function learnMembers(
  call: RoutedCall,
  { taken, refused }: { taken: WrittenMembers; refused: WrittenMembers },
  { limitHabits, usageAskHabits, thinkingHabits, unboundHabits, systemHabits }: RelayDeps,
): void {
  const { route } = call;
  if (taken.asksUsage !== refused.asksUsage) usageAskHabits.learn(route, taken.asksUsage);
  if (taken.givesThinkingBack !== refused.givesThinkingBack)
    thinkingHabits.learn(route, taken.givesThinkingBack);
  if (taken.putsSystemFirst && !refused.putsSystemFirst) systemHabits.learn(route, 'first');
  if (refused.outputLimit === null) return;
  if (taken.outputLimit === null) {
    unboundHabits.learn(route, 'refuses');
    return;
  }
  const { member, tokens } = taken.outputLimit;
  const isLower = tokens < refused.outputLimit.tokens && !taken.isLimitForThisCall;
  if (!isLower && member === refused.outputLimit.member) return;
  const known = limitHabits.find(route)?.mostTokens ?? null;
  limitHabits.learn(route, {
    member,
    mostTokens: isLower ? Math.floor(tokens / answersOf(call)) : known,
  });
}

/**
 * Words of chat templates that take the system at the beginning only, or turns that alternate. llama.cpp answers what a template
 * refuses with status 500.
 */
const SYSTEM_FIRST =
  /\bsystem (?:message|role|prompt|turn)s?\b.*\b(?:beginning|first|start)\b|\broles must alternate\b|\bonly the first message\b.*\bsystem\b/i;

const wantsSystemFirst = (failure: UpstreamFailure): boolean =>
  (isRefusal(failure) || failure.status === 500) && SYSTEM_FIRST.test(failure.message);

const isRefusal = ({ status }: UpstreamFailure): boolean => status === 400 || status === 422;

/**
 * Whether an upstream does not know a member or does not support it, or misses it. Vendors have no common code for this, so the
 * member's name is looked for in what they say; a code of a wrong value means that the member itself is known.
 */
function isUnsupported(failure: UpstreamFailure, member: string): boolean {
  const { code, param, message } = failure;
  if (!isRefusal(failure) || code.includes('value')) return false;
  return new RegExp(`\\b${member}\\b`).test(`${param} ${message}`);
}
