import { GatewayError, toGatewayError } from '../platform/gateway-error.ts';
import { accept } from './accept/accept-call.ts';
import { admit } from './admit/admit-call.ts';
import { toLastError } from './answer/read-failure.ts';
import { bind } from './bind/bind-call.ts';
import { nameModel } from './body/name-model.ts';
import type { AnsweredCall, CallContext, ChosenRoute, HeldCost, ReadCall } from './call/call-context.ts';
import { deliver } from './deliver/deliver-answer.ts';
import { dispatch } from './dispatch/dispatch-call.ts';
import { dispatchHedged, mayBeHedged } from './hedge-call.ts';
import { identify } from './identify/identify-caller.ts';
import { TOO_LONG } from './learned/context-limits.ts';
import { quote } from './quote/quote-call.ts';
import type { RelayDeps } from './relay-deps.ts';
import { replay } from './replay/replay-call.ts';
import { LossFound } from './request/fits.ts';
import { findRoutes } from './routes/find-routes.ts';
import { askInstead, nextModel } from './routes/next-model.ts';
import { mayTryAnother } from './select/retry-rules.ts';
import { select } from './select/select-channel.ts';
import { settle } from './settle/settle-call.ts';

/**
 * The life of a relayed call.
 *
 *     identify → admit → accept → ( search ) → ( replay ) → [ routes → bind → quote → [ select → dispatch ]… ]… → deliver → settle
 *
 * The body is read only from a caller who may call. Each stage takes the result of the one before, so the compiler keeps
 * their order. The inner steps are repeated for each channel, the outer ones for each model that may answer instead. Every
 * call ends in one place: `settle`.
 */
export async function journey(ctx: CallContext, deps: RelayDeps): Promise<void> {
  try {
    const identified = await identify(ctx, deps);
    admit(identified, deps);
    const accepted = await accept(identified, deps);
    if (accepted.search !== null) await searchBefore(accepted, deps);
    if (accepted.identity.caches && (await replay(accepted, deps))) return;
    await deliver(await answer(accepted, deps), deps);
  } catch (error) {
    ctx.error = endingOf(ctx, error);
  } finally {
    await settle(ctx, deps);
  }
}

/** Loaded with the first call of `model#search`. */
async function searchBefore(call: ReadCall, deps: RelayDeps): Promise<void> {
  const { searchFirst } = await import('./search/search-first.ts');
  await searchFirst(call, deps);
}

/** Gets an answer from the model of the call, or else from those that the options name in its place. */
async function answer(call: ReadCall, deps: RelayDeps): Promise<AnsweredCall> {
  const asked = [call.facts.model];
  let failure: unknown = null;
  for (;;) {
    try {
      findRoutes(call);
      await bind(call, deps);
      return await tryChannels(await quote(call, deps), deps);
    } catch (error) {
      // The caller asked for the first model, so its failure is the one to know.
      failure ??= error;
      const model = nextModel(call, { error, failure, asked }, deps);
      if (model === null) {
        // Attempts are logged, also where the last model could not be paid.
        if (call.hold === null && call.payers !== null)
          call.hold = await deps.quotaBook.holdNothing(call.payers);
        throw failure;
      }
      if (call.hold !== null) deps.quotaBook.release(call.hold);
      call.hold = null;
      asked.push(model);
      call.askedModel ??= call.facts.model;
      askInstead(call, model);
      await nameModel(call, model);
    }
  }
}

async function tryChannels(quoted: ReadCall & HeldCost, deps: RelayDeps): Promise<AnsweredCall> {
  let tooLong: unknown = null;
  let failure: unknown = null;
  for (;;) {
    const routed = selectNext(quoted, { failure, deps });
    try {
      return await (mayBeHedged(routed) ? dispatchHedged(routed, deps) : dispatch(routed, deps));
    } catch (error) {
      if (error instanceof LossFound) continue;
      // The caller can shorten the request, which helps more than to know what else failed.
      if (error instanceof GatewayError && error.code === TOO_LONG) tooLong ??= error;
      failure = tooLong ?? toLastError(error, routed.route.channel);
      if (!mayTryAnother(quoted, error, deps)) throw failure;
    }
  }
}

/** After a failure, limits of the channels that are left must not hide it: its caller may retry at once. */
function selectNext<Call extends ReadCall & HeldCost>(
  call: Call,
  { failure, deps }: { failure: unknown; deps: RelayDeps },
): Call & ChosenRoute {
  try {
    return select(call, deps);
  } catch (error) {
    throw failure ?? error;
  }
}

/** An aborted call ends with the abort reason, not with the error that the abort caused. */
export function endingOf({ brokenBy }: CallContext, error: unknown): GatewayError {
  if (brokenBy === 'timeout') return new GatewayError('upstream.timeout', {}, { cause: error });
  if (brokenBy === 'gateway') return new GatewayError('gateway.stopping', {}, { cause: error });
  return toGatewayError(error);
}
