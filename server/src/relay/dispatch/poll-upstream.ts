import { GatewayError } from '../../platform/gateway-error.ts';
import { type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { isSuccess, readFailure, toFailureError } from '../answer/read-failure.ts';
import type { RoutedCall } from '../call/call-context.ts';
import { callChannel } from '../channel/call-channel.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Most pictures finish soon, so the first pause is short; each later one is twice as long. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
/** The caller gets a timeout after this long. */
const MAX_POLLING_MS = 600_000;

/**
 * Polls an upstream for the state of unfinished work, such as a picture.
 * @returns a function that waits, asks the path below the channel's base address and returns the answer
 * @throws upstream.timeout after ten minutes; UpstreamError if the client disconnects, or if a later poll may succeed;
 *   the error of any other failed answer
 */
export function pollerOf(call: RoutedCall, deps: RelayDeps): (path: string) => Promise<UpstreamAnswer> {
  const { route, form, breakOff, caller } = call;
  const { channel, upstreamModel } = route;
  const { headers } = caller.request;
  const lastMs = deps.clock.monotonicMs() + MAX_POLLING_MS;
  let pauseMs = FIRST_PAUSE_MS;
  return async (path) => {
    if (deps.clock.monotonicMs() + pauseMs > lastMs) throw new GatewayError('upstream.timeout');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      breakOff.onBreak(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (breakOff.isBroken) throw new UpstreamError('cancelled', undefined, { wasSent: true });
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    const object = { method: 'GET', path: '' } as const;
    const answer = await callChannel(
      channel,
      { form, upstreamModel, stream: false, body: null, path, object, call, headers },
      { upstreams: deps.upstreams, signing: deps.signing, breakOff },
    );
    if (isSuccess(answer)) return answer;
    const failure = await readFailure(answer, form);
    if (failure.status === 429 || failure.status >= 500) throw new UpstreamError('unreachable', failure);
    // A path that is gone is the task's; the model is still there.
    const { status } = failure;
    throw toFailureError({ ...failure, status: status === 404 ? 502 : status }, answer, { channel, form });
  };
}
