import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallContext } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/** A channel whose account fails pauses this long: trying it at once again cannot help. */
const ACCOUNT_COOLDOWN_SECONDS = 30;
const LONGEST_COOLDOWN_SECONDS = 300;

/**
 * Whether a failed try may be followed by one on another channel: nothing has left, the failure is the
 * upstream's, a channel is left and the time is not up.
 */
export function mayTryAnother(ctx: CallContext, error: unknown, needs: RelayNeeds): boolean {
  if (!(error instanceof GatewayError) || error.entry.otherChannel !== true) return false;
  if (ctx.breakOff.isBroken) return false;
  coolDown(ctx, error, needs);
  const { retryTimes, retryTimeOutSeconds } = needs.options();
  if (ctx.attempts.length > retryTimes) return false;
  if (needs.clock.monotonicMs() - ctx.startedAtMs > retryTimeOutSeconds * 1000) return false;
  return ctx.routes.some(({ channel }) => !ctx.attempts.some(({ channelId }) => channelId === channel.id));
}

function coolDown({ route }: CallContext, error: GatewayError, { cooldowns, options }: RelayNeeds): void {
  if (route === null) return;
  const { id } = route.channel;
  if (error.code === 'upstream.rate_limited') {
    const asked = Number(error.parameters.retry_after ?? options().retryCooldownSeconds);
    cooldowns.start(id, route.upstreamModel, Math.min(asked, LONGEST_COOLDOWN_SECONDS));
  } else if (error.code === 'upstream.key_refused' || error.code === 'upstream.out_of_credit') {
    cooldowns.start(id, route.upstreamModel, ACCOUNT_COOLDOWN_SECONDS);
  }
}
