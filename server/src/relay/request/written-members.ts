import type { OutputLimit } from '../../dialects/call-facts.ts';
import type { UpstreamFailure } from '../../dialects/upstream-failure.ts';
import { lowest } from '../../platform/lowest.ts';
import { classifyFailure } from '../../providers/provider.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { ModelTraits } from '../learned/model-traits.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';
import { COMMON_TOKENS, type RefusalSubject, refusalSubject } from './lower-bound.ts';

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
  /** Subject of the last refusal that changed the bound; null where none did. */
  boundRefusal: RefusalSubject | null;
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
    boundRefusal: null,
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
  return smallerLimit(call, member);
}

/**
 * Replaces a bound that is too large for the model by one that nearly every model accepts. A growing stream goes without,
 * because its model then ends before the bound. A limit that a caller named is never left out.
 */
const smallerLimit = (call: RoutedCall, member: string): OutputLimit | null =>
  mayLackLimit(call) ? null : { member, tokens: COMMON_TOKENS * answersOf(call) };

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
  return outputLimit === null ? null : withOtherBound(call, { written, first, outputLimit }, failure);
}

/** A bound of a request that was refused, and the first attempt. */
interface RefusedBound {
  written: WrittenMembers;
  first: WrittenMembers;
  outputLimit: OutputLimit;
}

function withOtherBound(
  call: RoutedCall,
  { written, first, outputLimit }: RefusedBound,
  failure: UpstreamFailure,
): WrittenMembers | null {
  if (!isRefusal(failure)) return null;
  const { member, tokens } = outputLimit;
  const answers = answersOf(call);
  const boundRefusal = subjectOf(call, failure, { member, tokens: Math.floor(tokens / answers) });
  if (mayLackLimit(call)) return { ...written, outputLimit: null, boundRefusal };
  switch (boundRefusal) {
    case 'context':
      // A caller can correct their own limit; another one is left out or lowered for this call alone.
      if (tokens === call.facts.maxOutputTokens || tokens <= COMMON_TOKENS * answers) return null;
      return { ...written, outputLimit: smallerLimit(call, member), boundRefusal };
    case 'amount':
      return { ...written, outputLimit: smallerLimit(call, member), boundRefusal };
    case 'member': {
      const other = call.form.dialect.limitMembers.find((one) => one !== member);
      if (other === undefined || member !== first.outputLimit?.member) return null;
      return { ...written, outputLimit: { member: other, tokens }, boundRefusal };
    }
    case 'other':
      return null;
  }
}

function subjectOf(
  { route, form }: RoutedCall,
  failure: UpstreamFailure,
  bound: { member: string; tokens: number },
): RefusalSubject {
  const code = classifyFailure(route.channel.provider, form, failure);
  return code === 'upstream.context_length' ? 'context' : refusalSubject(failure, bound);
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
  learnBound(call, { taken, refused }, learned);
}

/** A refusal that depends on the call, such as one about its context, says nothing about others. */
function learnBound(
  call: RoutedCall,
  { taken, refused }: { taken: WrittenMembers; refused: WrittenMembers },
  learned: ModelTraits,
): void {
  const { outputLimit, boundRefusal } = taken;
  if (refused.outputLimit === null) return;
  const { member, tokens } = refused.outputLimit;
  if (outputLimit !== null && outputLimit.member !== member) learned.limitMember = outputLimit.member;
  if (boundRefusal === 'member' && outputLimit === null) learned.bound = 'refuses';
  if (boundRefusal === 'amount')
    learned.refusedTokens = lowest(learned.refusedTokens, Math.floor(tokens / answersOf(call)));
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
