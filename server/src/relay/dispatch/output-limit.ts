import type { OutputLimit } from '../../dialects/dialect.ts';
import type { UpstreamFailure } from '../../providers/provider.ts';
import type { CallContext } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/**
 * The bound that the gateway writes into a request, as one member: what the model was seen to take, else what its
 * provider names, else what the dialect's upstreams know best.
 * @returns null where the answer is not bounded by the gateway
 */
export function outputLimitOf(ctx: CallContext, { limitHabits }: RelayNeeds): OutputLimit | null {
  const { route, operation, outputLimit } = ctx;
  if (outputLimit === null || route === null) return null;
  const { channel, upstreamModel } = route;
  const member =
    limitHabits.find(channel.id, upstreamModel) ??
    channel.provider.operations[operation.name]?.limitMember ??
    operation.limitMembers[0];
  return member === undefined ? null : { member, tokens: outputLimit };
}

/**
 * The same bound as another member, where the upstream refused a request for the one that the gateway had written.
 * @returns null where the request was refused for something else, or there is no other member
 */
export function otherLimitOf(
  { operation }: CallContext,
  written: OutputLimit | null,
  failure: UpstreamFailure,
): OutputLimit | null {
  if (written === null || !isUnsupported(failure, written.member)) return null;
  const other = operation.limitMembers.find((member) => member !== written.member);
  return other === undefined ? null : { member: other, tokens: written.tokens };
}

/**
 * Whether an upstream does not know a member or does not support it. Vendors have no common code for this, so the
 * member's name is looked for in what they say; a code of a wrong value means that the member itself is known.
 */
function isUnsupported({ status, code, param, message }: UpstreamFailure, member: string): boolean {
  if (status !== 400 && status !== 422) return false;
  if (code.includes('value')) return false;
  return param === member || new RegExp(`\\b${member}\\b`).test(message);
}
