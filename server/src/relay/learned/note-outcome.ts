import { GatewayError } from '../../platform/gateway-error.ts';
import { causeOf } from '../answer/upstream-error.ts';
import type { Attempt } from '../call/attempt.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Pause of a key after a failure of its account: an immediate retry cannot help. */
const ACCOUNT_COOLDOWN_SECONDS = 30;
const MAX_COOLDOWN_SECONDS = 300;

/** Records and reports the failure of an attempt, and pauses its channel where that helps. */
export function failAttempt(
  call: Pick<RoutedCall, 'route' | 'identity' | 'breakOff' | 'requestId'>,
  { attempt, error }: { attempt: Attempt; error: unknown },
  deps: RelayDeps,
): void {
  const { channel } = call.route;
  const { requestId } = call;
  attempt.code = error instanceof GatewayError ? error.code : 'gateway.internal';
  attempt.message = causeOf(error, channel);
  noteFailure(call, error, deps);
  deps.report({ requestId, message: `channel ${channel.id}: ${attempt.code}`, cause: attempt.message });
}

/**
 * Pauses a key for a model after a failure of its account, or all keys of a channel after a failure of the
 * channel. The pause is immediate if the request cannot be the cause. Otherwise it requires failures of two
 * users, or of several recent calls.
 */
export function noteFailure(
  call: Pick<RoutedCall, 'route' | 'identity' | 'breakOff'>,
  error: unknown,
  { cooldowns, options }: RelayDeps,
): void {
  const { route, identity, breakOff } = call;
  if (breakOff.isBroken) return;
  if (!(error instanceof GatewayError) || error.entry.otherChannel !== true) return;
  const { retryCooldownSeconds } = options();
  switch (error.code) {
    // A malformed call of this model says nothing about the channel's other models.
    case 'upstream.malformed_call':
      return;
    case 'upstream.key_refused':
    case 'upstream.out_of_credit':
      cooldowns.startForKey(route, ACCOUNT_COOLDOWN_SECONDS);
      return;
    case 'upstream.rate_limited': {
      const asked = Number(error.parameters.retry_after ?? retryCooldownSeconds);
      cooldowns.startForKey(route, Math.min(asked, MAX_COOLDOWN_SECONDS));
      return;
    }
    case 'upstream.unreachable':
    case 'upstream.proxy_unreachable':
    case 'upstream.proxy_refused':
    case 'upstream.timeout':
      cooldowns.start(route, retryCooldownSeconds);
      return;
    default:
      if (cooldowns.noteFailure(route, identity.userId)) cooldowns.start(route, retryCooldownSeconds);
  }
}

/** Records a call whose answer was completed. */
export function noteSuccess({ route }: RoutedCall, { cooldowns }: Pick<RelayDeps, 'cooldowns'>): void {
  cooldowns.noteSuccess(route);
}
