import { GatewayError } from '../../platform/gateway-error.ts';
import { causeOf } from '../answer/upstream-error.ts';
import { type Attempt, attemptOn } from '../call/attempt.ts';
import type { CallContext, RoutedCall } from '../call/call-context.ts';
import type { RelayDeps, RelayOptions } from '../relay-deps.ts';

/** Rest of a key after a failure of its account: an immediate retry cannot help. */
const ACCOUNT_REST_SECONDS = 30;
/** Longest rest that an upstream may ask for. */
const MAX_REST_SECONDS = 3600;

type TriedCall = Pick<RoutedCall, 'route' | 'attempts' | 'triedRoute' | 'facts' | 'identity'>;
type Learned = Pick<RelayDeps, 'breakers' | 'health' | 'clock'>;
type Leaving = Pick<RelayDeps, 'breakers' | 'health'>;
type Counting = Learned & Pick<RelayDeps, 'options' | 'onDeadKey'>;
type Succeeding = Counting & Pick<RelayDeps, 'contextLimits'>;

/** Begins an attempt on the chosen channel. */
export function startAttempt(
  call: TriedCall,
  { breakers, health, clock }: Learned,
  status?: number,
): Attempt {
  const { route } = call;
  const attempt = attemptOn(route.channel, {
    ...{ model: call.facts.model, status, startedAtMs: clock.monotonicMs() },
  });
  call.attempts.push(attempt);
  call.triedRoute = route;
  breakers.begin(route);
  health.begin(route);
  return attempt;
}

/** Takes an attempt back for which nothing was sent. */
export function takeBackAttempt(call: TriedCall, deps: Leaving): void {
  call.attempts.pop();
  leaveChannel(call, deps);
}

/** Ends the call's part in the work of a channel if no result did. */
export function leaveChannel(call: Pick<CallContext, 'triedRoute'>, { health, breakers }: Leaving): void {
  const { triedRoute } = call;
  if (triedRoute === null) return;
  health.leave(triedRoute);
  breakers.leave(triedRoute);
  call.triedRoute = null;
}

/** Records and reports the failure of an attempt, and lets its channel rest where that helps. */
export function failAttempt(
  call: TriedCall & Pick<RoutedCall, 'identity' | 'breakOff' | 'requestId'>,
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

/** Counts the result of the present attempt. @param error null for an answer */
function count(call: TriedCall, error: GatewayError | null, deps: Counting): void {
  const { health, clock } = deps;
  const { triedRoute } = call;
  const attempt = call.attempts.at(-1);
  if (triedRoute === null || attempt === undefined) return;
  call.triedRoute = null;
  const durationMs = clock.monotonicMs() - attempt.startedAtMs;
  health.end(
    triedRoute,
    {
      ...{ code: error?.code ?? '', message: attempt.message || (error?.message ?? ''), durationMs },
      firstByteMs: error === null ? attempt.durationMs : null,
    },
    { isFailure: error?.entry.otherChannel === true },
  );
  if (error !== null && isDeadKey(error, attempt, deps.options())) {
    const { channelId, keyId } = attempt;
    deps.onDeadKey({ channelId, keyId, code: error.code });
  }
}

/** Errors by which an upstream refuses an account, whatever its words. */
const REFUSED_ACCOUNTS: ReadonlySet<string> = new Set(['upstream.key_refused', 'upstream.out_of_credit']);

function isDeadKey(
  { code, entry }: GatewayError,
  { message }: Attempt,
  { disablesFailingKeys, disableKeywords }: RelayOptions,
): boolean {
  // An error about the request may repeat a keyword that its caller wrote.
  if (!disablesFailingKeys || entry.otherChannel !== true) return false;
  if (REFUSED_ACCOUNTS.has(code)) return true;
  const said = message.toLowerCase();
  return disableKeywords.some((keyword) => said.includes(keyword));
}

/**
 * Lets a key rest for a model after a failure of its account, or all keys of a channel after a failure of the
 * channel. The rest is immediate if the request cannot be the cause. Otherwise it takes failures of two users, or of
 * several recent calls.
 */
export function noteFailure(
  call: TriedCall & Pick<RoutedCall, 'identity' | 'breakOff'>,
  error: unknown,
  deps: Counting,
): void {
  const { route, identity, breakOff } = call;
  const { breakers, options } = deps;
  if (breakOff.isBroken || !(error instanceof GatewayError)) {
    leaveChannel(call, deps);
    return;
  }
  if (error.entry.otherChannel !== true) {
    if (!error.code.startsWith('upstream.')) leaveChannel(call, deps);
    else {
      // An upstream that refuses a request for its content works.
      breakers.close(route);
      count(call, error, deps);
    }
    return;
  }
  count(call, error, deps);
  const { code } = error;
  const seconds = options().retryCooldownSeconds;
  switch (code) {
    // A malformed call of this model says nothing about the channel's other models.
    case 'upstream.malformed_call':
      return;
    case 'upstream.key_refused':
    case 'upstream.out_of_credit':
      breakers.openKey(route, { seconds: ACCOUNT_REST_SECONDS, code });
      return;
    case 'upstream.rate_limited': {
      const reset = error.parameters.retry_after;
      const asked = Math.min(Number(reset ?? seconds), MAX_REST_SECONDS);
      breakers.openKey(route, { seconds: asked, code, isExact: reset !== undefined });
      return;
    }
    case 'upstream.unreachable':
    case 'upstream.proxy_unreachable':
    case 'upstream.proxy_refused':
    case 'upstream.timeout':
      breakers.open(route, { seconds, code });
      return;
    default:
      if (breakers.noteFailure(route, identity.userId)) breakers.open(route, { seconds, code });
  }
}

/** Records a call whose answer was completed. */
export function noteSuccess(call: TriedCall, deps: Succeeding): void {
  deps.breakers.noteSuccess(call.route);
  deps.contextLimits.disprove(call.route, call);
  count(call, null, deps);
}
