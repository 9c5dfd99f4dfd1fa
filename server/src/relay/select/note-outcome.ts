import { GatewayError } from '../../platform/gateway-error.ts';
import type { RoutedCall } from '../call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** A key whose account fails pauses this long: trying it at once again cannot help. */
const ACCOUNT_COOLDOWN_SECONDS = 30;
const MAX_COOLDOWN_SECONDS = 300;

/**
 * Freezes a key for a model after a failure of its account, and all keys of a channel after one of the channel's: at once
 * where no request can be the cause, else when two users or several of the recent calls met it.
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
    // Another model's call may be sound; that this one's was not says nothing of the channel.
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

/** Notes a call whose answer came to its end. */
export function noteSuccess({ route }: RoutedCall, { cooldowns }: Pick<RelayDeps, 'cooldowns'>): void {
  cooldowns.noteSuccess(route);
}
