import type { ModelFallbacks } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ReadCall } from '../call/call-context.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { mayUseModel } from '../rights/key-rights.ts';

/** Errors after which another model may answer because no channel of this one can. */
const NO_CHANNEL: ReadonlySet<string> = new Set([
  'channel.none_available',
  'rate.channels',
  'model.not_found',
  'model.no_price',
]);

/**
 * Returns the model that answers a failed call in place of the present one, by the lists of the options. None is asked
 * twice, so lists that name each other end.
 * @param error of the present model
 * @param failure of the first one; its lists go on where the present model cannot be called at all
 * @param asked models of the call so far, the first one as its caller named it
 * @returns null if no other model may answer: no list names one, the call goes on from objects or names a channel, or
 *   its time is up
 */
export function nextModel(
  call: ReadCall,
  { error, failure, asked }: { error: unknown; failure: unknown; asked: readonly string[] },
  { options, clock }: Pick<RelayDeps, 'options' | 'clock'>,
): string | null {
  if (!(error instanceof GatewayError) || call.breakOff.isBroken) return null;
  if (call.boundTo !== null || call.pin !== null) return null;
  if (clock.monotonicMs() - call.startedAtMs > options().retryTimeOutSeconds * 1000) return null;
  const lists = [error, failure].map((one) => listsFor(one, options()));
  if (lists[0] === null) return null;
  const names = [call.facts.model, asked[0] ?? ''].flatMap((model) =>
    lists.flatMap((list) => list?.get(model) ?? []),
  );
  return names.find((model) => !asked.includes(model) && mayUseModel(call.identity.rights, model)) ?? null;
}

function listsFor(error: unknown, options: RelayOptions): ModelFallbacks | null {
  if (!(error instanceof GatewayError)) return null;
  const { code, entry } = error;
  if (code === 'upstream.context_length') return options.contextFallbacks;
  if (code === 'upstream.content_filter') return options.filteredFallbacks;
  return entry.otherChannel === true || NO_CHANNEL.has(code) ? options.modelFallbacks : null;
}

/** Turns a call to another model. Its routes, price and hold are found anew. */
export function askInstead(call: ReadCall, model: string): void {
  call.facts = { ...call.facts, model };
  call.payingGroup = payingGroupFor({ ...call, payingGroup: call.admitGroup }, model);
  call.preferredPlace = null;
}
