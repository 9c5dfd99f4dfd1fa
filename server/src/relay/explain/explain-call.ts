import type { ExplainedCandidate, Explanation } from '@turnpike/contract';
import type { ExplainCall } from '../../modules/channel/explained-call.ts';
import { costRatioOf, type Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import { bind } from '../bind/bind-call.ts';
import { createCallContext, type HeldCost, type ReadCall } from '../call/call-context.ts';
import type { Caller } from '../call/caller.ts';
import { planCall } from '../channel/plan-call.ts';
import { writeRequest } from '../dispatch/send-request.ts';
import { likelyTokens } from '../limits/expect-tokens.ts';
import { mostCost } from '../quote/call-cost.ts';
import { readQuestion } from '../quote/read-question.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { fitOf, noteUnfit } from '../request/fits.ts';
import { admitGroupOf, payingGroupFor } from '../rights/call-groups.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { findRoutes } from '../routes/find-routes.ts';
import { dropReasonOf } from '../select/drop-reason.ts';
import { choose } from '../select/select-channel.ts';
import { strategies } from '../select/strategies.ts';

const MAX_CANDIDATES = 200;

/** Nothing is held for a question, and what it is about does not read the hold. */
const NOTHING_HELD = {} as HeldCost;

/**
 * Creates the function that explains the choice of a channel. It runs the relay's own choice on the present snapshot, and
 * writes the request for each channel that would be tried, without sending it.
 */
export function createExplaining(deps: RelayDeps): ExplainCall {
  return async (asked) => {
    const call = await readCall(asked, deps);
    let error = '';
    let chosen: Route | null = null;
    try {
      findRoutes(call);
      await bind(call, deps);
      chosen = await chooseWritable(call, deps);
    } catch (thrown) {
      error = toGatewayError(thrown).code;
    } finally {
      call.bodyHold.release();
    }
    return view(call, { chosen, error }, deps);
  };
}

async function readCall(
  { tokenId, userId, path, body, strict }: Parameters<ExplainCall>[0],
  deps: RelayDeps,
): Promise<ReadCall> {
  const identity = await deps.identities.findToken(tokenId, userId);
  if (identity === undefined) throw new GatewayError('token.not_found');
  const snapshot = deps.routing.current;
  const { dialect, address, facts, bytes, scan } = await readQuestion(path, body);
  assertMayUseModel(identity.rights, facts.model);
  const headers = strict ? { 'x-turnpike-strict': 'true' } : {};
  // Nothing answers it, so it has no more of a caller.
  const caller = { request: { headers }, sourceIp: '' } as unknown as Caller;
  const requestId = newRequestId(deps.clock.nowMs());
  const ctx = createCallContext({
    ...{ requestId, startedAtMs: deps.clock.monotonicMs(), arrivedAtSeconds: deps.clock.nowSeconds() },
    ...{ dialect, address, caller },
  });
  const admitGroup = admitGroupOf(identity, snapshot);
  const call = Object.assign(ctx, { identity, admitGroup, payingGroup: admitGroup, snapshot });
  call.payingGroup = payingGroupFor(call, facts.model);
  call.body = bytes;
  call.textTokens = { most: facts.inputTokens, least: facts.leastInputTokens };
  return Object.assign(call, { facts, scan, bodyHold: deps.bodyBudget.open(identity.userId) });
}

/** A file at an address would be fetched for the channel. */
class NotFetched extends Error {}

const fetchesNothing: GuardedFetch = async () => {
  throw new NotFetched();
};

/** Chooses as the journey does, until the request could be written for the chosen channel. */
async function chooseWritable(call: ReadCall, deps: RelayDeps): Promise<Route> {
  for (;;) {
    const { route, form, acceptsLosses } = choose(call, deps);
    const routed = Object.assign(call, { route, form, acceptsLosses, ...NOTHING_HELD });
    try {
      await writeRequest(routed, { ...deps, guardedFetch: fetchesNothing });
      return route;
    } catch (error) {
      if (error instanceof NotFetched) return route;
      if (!noteUnfit(routed, error)) throw error;
    }
  }
}

function view(
  call: ReadCall,
  { chosen, error }: { chosen: Route | null; error: string },
  deps: RelayDeps,
): Omit<Explanation, 'absent'> {
  const { facts, payingGroup, routes, preferredPlace } = call;
  const choice = { chosen, tokens: routes.length === 0 ? 0 : likelyTokens(call, deps) };
  const nowMs = deps.clock.monotonicMs();
  return {
    model: facts.model,
    group: payingGroup.symbol,
    strategy: payingGroup.strategy,
    hedge_seconds: (payingGroup.hedge?.afterMs ?? 0) / 1000,
    preferred_channel_id: preferredPlace?.channelId ?? null,
    chosen: chosen === null ? null : { channel_id: chosen.channel.id, key_id: chosen.channel.keyId },
    error,
    candidate_count: routes.length,
    candidates: routes
      .slice(0, MAX_CANDIDATES)
      .map((route) => candidateOf(call, route, { choice, nowMs, deps })),
  };
}

function candidateOf(
  call: ReadCall,
  route: Route,
  {
    choice,
    nowMs,
    deps,
  }: { choice: { chosen: Route | null; tokens: number }; nowMs: number; deps: RelayDeps },
): ExplainedCandidate {
  const { channel, upstreamModel } = route;
  const { strategy } = call.payingGroup;
  const form = planCall(route, call.dialect);
  const fit = form === null ? undefined : fitOf(call, route, form);
  const { calls, failures, inFlight, firstByteMs } = deps.health.sumsAt(route);
  const answered = calls - failures;
  const dropped = route === choice.chosen ? null : dropReasonOf(call, route, { choice, deps, nowMs });
  const ratio = costRatioOf(route);
  return {
    channel_id: channel.id,
    channel_name: channel.name,
    key_id: channel.keyId,
    priority: channel.priority,
    weight: channel.weight,
    upstream_model: upstreamModel,
    dialect: form?.dialect.name ?? '',
    is_native: form?.dialect === call.dialect && form.adapter === undefined,
    reason: dropped?.reason ?? null,
    seconds: dropped?.seconds ?? null,
    lost: fit?.lost ?? '',
    error: fit?.refusal?.code ?? '',
    score: strategy === 'weight' ? null : strategies[strategy](route, deps.health),
    most: mostCost({ ...call, routes: [route] }, deps),
    cost_ratio: ratio === null ? null : Number(ratio) / 1e9,
    ...{ calls, failures, in_flight: inFlight },
    first_byte_ms: answered === 0 ? null : Math.round(firstByteMs / answered),
  };
}
