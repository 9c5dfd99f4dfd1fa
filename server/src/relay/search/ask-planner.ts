import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { lowest } from '../../platform/lowest.ts';
import { holdMemory } from '../../platform/memory/held-memory.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { bind } from '../bind/bind-call.ts';
import { scanBody } from '../body/scan-body.ts';
import {
  type AnsweredCall,
  type CallContext,
  createCallContext,
  type IdentifiedCall,
  type ReadCall,
} from '../call/call-context.ts';
import type { Caller } from '../call/caller.ts';
import { endCall } from '../call/end-call.ts';
import { openAiClients } from '../clients/openai-clients.ts';
import { dispatch } from '../dispatch/dispatch-call.ts';
import { noteSuccess } from '../learned/note-outcome.ts';
import { quote } from '../quote/quote-call.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { LossFound } from '../request/fits.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { findRoutes } from '../routes/find-routes.ts';
import { mayTryAnother } from '../select/retry-rules.ts';
import { select } from '../select/select-channel.ts';
import { settleHold } from '../settle/settle-call.ts';

const MAX_WAIT_MS = 20_000;
/** A query is short; the rest is for models that think. */
const MAX_OUTPUT_TOKENS = 2_048;
/** Added to the request id of the call for the row of its planner. */
const ID_SUFFIX = '-plan';

/**
 * Asks the planner of a call. It is a call of the same key: its rights, limits and balance count, and it is charged and
 * logged by itself.
 * @returns the answer as a chat completion
 * @throws the error of the call; what it cost is charged then too
 */
export async function askPlanner(
  call: ReadCall,
  { model, body }: { model: string; body: object },
  deps: RelayDeps,
): Promise<string> {
  const ctx = openCall(call, deps);
  const timer = setTimeout(() => breakOff(ctx, 'timeout'), MAX_WAIT_MS);
  call.breakOff.onBreak(() => breakOff(ctx, call.brokenBy ?? 'client'));
  let answered: AnsweredCall | null = null;
  try {
    answered = await ask(await accept(ctx, { call, model, body }, deps), deps);
    if (answered.answer.kind !== 'held') throw new GatewayError('upstream.broken_answer');
    noteSuccess(answered, deps);
  } catch (error) {
    ctx.error = endingOf(ctx, error);
  }
  clearTimeout(timer);
  await settleHold(ctx, deps);
  const answer = answered?.answer.kind === 'held' && ctx.error === null ? answered.answer.body(null) : null;
  // An answer that is too long is still arriving.
  if (answer === null) breakOff(ctx, null);
  endCall(ctx, deps);
  if (ctx.error !== null) throw ctx.error;
  return answer?.toString('utf8') ?? '';
}

function openCall(
  { requestId, caller, identity, snapshot, admitGroup, pin }: ReadCall,
  { clock }: RelayDeps,
): IdentifiedCall {
  const { sourceIp, response } = caller;
  const request = { headers: {}, url: caller.request.url };
  const ctx = createCallContext({
    requestId: requestId + ID_SUFFIX,
    startedAtMs: clock.monotonicMs(),
    arrivedAtSeconds: clock.nowSeconds(),
    dialect: openAiChat,
    address: { model: null, verb: null, query: '' },
    // Headers of the caller are for the call itself.
    caller: { family: openAiClients, sourceIp, response, request } as unknown as Caller,
  });
  return Object.assign(ctx, { identity, snapshot, admitGroup, payingGroup: admitGroup, pin });
}

/** @throws rate.requests, rate.tokens, rate.parallel; token.model_not_allowed; errors of the outbox */
async function accept(
  planner: IdentifiedCall,
  { call, model, body }: { call: ReadCall; model: string; body: object },
  { limiter, callMeter, outbox, bodyBudget }: RelayDeps,
): Promise<ReadCall> {
  const { identity, admitGroup } = planner;
  outbox.assertRoom();
  planner.use = limiter.metersOf(identity, admitGroup);
  limiter.startInside(planner.use, call.use);
  callMeter.noteCall(identity.userId);
  assertMayUseModel(identity.rights, model);
  planner.payingGroup = payingGroupFor(planner, model);
  planner.body = Buffer.from(JSON.stringify(body));
  holdMemory(planner.body);
  const bodyHold = bodyBudget.open(identity.userId);
  planner.bodyHold = bodyHold;
  bodyHold.take(planner.body.length);
  const scan = await scanBody(planner);
  const facts = openAiChat.readFacts({ address: planner.address, body: planner.body, scan });
  // The limit is held as if the request named it; the gateway writes it by the name that the model accepts.
  return Object.assign(planner, { bodyHold, scan, facts: { ...facts, maxOutputTokens: MAX_OUTPUT_TOKENS } });
}

/** Tries channels as the journey does, for one model. */
async function ask(planner: ReadCall, deps: RelayDeps): Promise<AnsweredCall> {
  findRoutes(planner);
  await bind(planner, deps);
  const quoted = await quote(planner, deps);
  quoted.outputLimit = lowest(quoted.outputLimit, MAX_OUTPUT_TOKENS);
  for (;;) {
    const routed = select(quoted, deps);
    try {
      return await dispatch(routed, deps);
    } catch (error) {
      if (!(error instanceof LossFound) && !mayTryAnother(quoted, error, deps)) throw error;
    }
  }
}

function breakOff(ctx: CallContext, by: CallContext['brokenBy']): void {
  if (ctx.breakOff.isBroken) return;
  ctx.brokenBy ??= by;
  ctx.breakOff.break();
}

/** An aborted call ends with the abort reason, not with the error that the abort caused. */
const endingOf = ({ brokenBy }: CallContext, error: unknown): GatewayError =>
  brokenBy === 'timeout'
    ? new GatewayError('upstream.timeout', {}, { cause: error })
    : toGatewayError(toUpstreamError(error));
