import type { CallEnd } from '@turnpike/contract';
import { costRatioOf, placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { randomText } from '../../platform/secrets/random-ids.ts';
import type { IdentifiedCall, QuotedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { take } from '../select/select-channel.ts';
import { beginTask, type Making, mayTakeSpare, triesOf } from './begin-task.ts';
import type { GivenTask } from './given-task.ts';
import type { KeptTask } from './kept-task.ts';
import { type PlannedRoute, planRoutes } from './plan-routes.ts';
import { quoteTask } from './quote-task.ts';
import type { TaskTerms } from './task-terms.ts';

/**
 * Makes a task: plans its request for each channel that can serve it, holds the price, records the task, and then
 * asks a vendor to begin it.
 * @throws errors of routes, rights and money; those of the vendor; task.unclear if nobody knows whether it has begun
 */
export async function createTask(call: IdentifiedCall, given: GivenTask, deps: RelayDeps): Promise<KeptTask> {
  const taskId = `task_${randomText(22)}`;
  const planned = await planRoutes(call, { given, taskId }, deps);
  const { quoted, amounts } = await quoteTask(call, planned, deps);
  const { userId } = call.identity;
  let task: KeptTask | null = null;
  let stage: Stage = { routes: planned.filter(({ isSpare }) => !isSpare), firstAttempt: 0 };
  try {
    for (;;) {
      const next = await chooseOrFail(quoted, { stage, task }, deps);
      const place = placeOf(next.route.channel);
      const platform = next.route.channel.provider.name;
      const terms = termsOf(quoted, next);
      const { plan } = next;
      if (task === null)
        task = await deps.openTasks.announce(
          { ...{ ...given, taskId, platform, place, plan, terms, userId } },
          quoted.hold,
        );
      else await deps.openTasks.moveTo(task, { place, platform, plan, terms });
      const making: Making = { given, task, next };
      try {
        return await beginTask(quoted, making, { amounts, deps });
      } catch (error) {
        if (error instanceof GatewayError && error.code === 'task.unclear') throw error;
        if (mayTryAnother(quoted, { error, stage }, deps)) continue;
        const spare = next.isSpare ? null : spareStage(quoted, { error, planned });
        if (spare === null) throw await fail(quoted, task, { error, deps });
        stage = spare;
      }
    }
  } finally {
    // After the announcement, the task holds the points.
    if (task === null) deps.quotaBook.release(quoted.hold);
  }
}

/** @throws channel.none_available, rate.channels; a task that was announced ends then */
async function chooseOrFail(
  call: QuotedCall,
  { stage, task }: { stage: Stage; task: KeptTask | null },
  deps: RelayDeps,
): Promise<PlannedRoute> {
  try {
    return chooseNext(call, stage, deps);
  } catch (error) {
    throw task === null ? error : await fail(call, task, { error, deps });
  }
}

/** Routes of a request, or of its spare, which is tried afterwards. */
interface Stage {
  routes: readonly PlannedRoute[];
  /** Attempts before this one were of another request. */
  firstAttempt: number;
}

/** The routes of the spare, where the last refusal allows it; null: there are none. */
function spareStage(
  call: QuotedCall,
  { error, planned }: { error: unknown; planned: readonly PlannedRoute[] },
): Stage | null {
  const isAllowed = error instanceof GatewayError && mayTakeSpare(error) && !call.breakOff.isBroken;
  const routes = isAllowed ? planned.filter(({ isSpare }) => isSpare) : [];
  const [first] = routes;
  if (first === undefined) return null;
  Object.assign(call, { facts: { ...call.facts, model: first.model } });
  return { routes, firstAttempt: call.attempts.length };
}

/** @throws channel.none_available, rate.channels */
function chooseNext(call: QuotedCall, stage: Stage, deps: RelayDeps): PlannedRoute {
  const untried = stage.routes.filter(({ route }) => isUntried(call, route, stage));
  const route = take(call, { routes: untried.map((one) => one.route) }, deps);
  const next = untried.find((one) => one.route === route);
  if (next === undefined) throw new GatewayError('channel.none_available');
  return next;
}

const isUntried = (
  { attempts }: QuotedCall,
  { channel }: PlannedRoute['route'],
  { firstAttempt }: Stage,
): boolean =>
  !attempts
    .slice(firstAttempt)
    .some(({ channelId, keyId }) => channelId === channel.id && keyId === channel.keyId);

function mayTryAnother(
  call: QuotedCall,
  { error, stage }: { error: unknown; stage: Stage },
  { options, clock }: RelayDeps,
): boolean {
  if (!(error instanceof GatewayError) || error.entry.otherChannel !== true) return false;
  const { retryTimes, retryTimeOutSeconds } = options();
  if (call.breakOff.isBroken || call.attempts.length > retryTimes) return false;
  if (clock.monotonicMs() - call.startedAtMs > retryTimeOutSeconds * 1000) return false;
  return stage.routes.some(({ route }) => isUntried(call, route, stage));
}

/** Ends a task that no vendor has begun. @returns the error for its caller */
async function fail(
  call: QuotedCall,
  task: KeptTask,
  { error, deps }: { error: unknown; deps: RelayDeps },
): Promise<GatewayError> {
  const failed = toGatewayError(error);
  const isOfRequest = failed.entry.status < 500 && failed.code !== 'rate.channels';
  const endedBy: CallEnd = isOfRequest
    ? 'request'
    : failed.code.startsWith('upstream.')
      ? 'upstream'
      : 'gateway';
  const note = call.attempts.at(-1)?.message ?? '';
  const terms = { ...task.terms, ...triesOf(call) };
  const code = Number(failed.parameters.vendor_code ?? 0);
  await deps.taskEnds
    .end(task, {
      status: 'FAILURE',
      reason: failed.message,
      note,
      code,
      endedBy,
      errorCode: failed.code,
      terms,
    })
    .catch((cause: unknown) =>
      deps.report({ requestId: call.requestId, message: `task ${task.taskId} could not be ended`, cause }),
    );
  return failed;
}

function termsOf(call: QuotedCall, { route, plan }: PlannedRoute): TaskTerms {
  const { identity, payingGroup, caller, payers, facts } = call;
  return {
    ...{ requestId: call.requestId, username: identity.username, tokenId: identity.tokenId },
    ...{ tokenName: identity.tokenName, isLimited: identity.isLimited, sourceIp: caller.sourceIp },
    budgets: payers.budgets.map(({ budgetId, periodStart }) => ({ budgetId, periodStart })),
    ...{ groupName: payingGroup.symbol, groupRatio: payingGroup.ratioNumber, exactRatio: payingGroup.ratio },
    ...{ model: facts.model, billedModel: route.billedModel, upstreamModel: route.upstreamModel },
    ...{ price: route.price, costRatio: costRatioOf(route) },
    ...{ units: [...plan.units], outputTokens: plan.outputTokens ?? 0, tries: [] },
  };
}
