import { type CallEnd, errorCatalogue } from '@turnpike/contract';
import type { CountHold } from '../../billing/count-hold.ts';
import { costRatioOf, placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { UpstreamError } from '../../platform/net/upstream-answer.ts';
import { randomText } from '../../platform/secrets/random-ids.ts';
import type { BegunTask, RefusedTask, VendorAnswer } from '../../providers/task-form.ts';
import { VendorError } from '../answer/read-failure.ts';
import { causeOf, toUpstreamError } from '../answer/upstream-error.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import type { IdentifiedCall, QuotedCall } from '../call/call-context.ts';
import { noteFailure, noteSuccess, startAttempt } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { take } from '../select/select-channel.ts';
import { failureOf } from '../settle/build-settlement.ts';
import { askingVendor } from './ask-vendor.ts';
import { withFetchedMedia } from './fetched-media.ts';
import type { GivenTask } from './given-task.ts';
import type { KeptTask } from './kept-task.ts';
import { type PlannedRoute, planRoutes } from './plan-routes.ts';
import { quoteTask, type TaskAmounts } from './quote-task.ts';
import { recordLook } from './record-look.ts';
import type { TaskTerms } from './task-terms.ts';
import type { HeldCounts } from './tasks.ts';

/** A task in the making. */
interface Making {
  given: GivenTask;
  task: KeptTask;
  next: PlannedRoute;
}

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
        task = await deps.tasks.announce(
          { ...{ ...given, taskId, platform, place, plan, terms, userId } },
          quoted.hold,
        );
      else await deps.tasks.moveTo(task, { place, platform, plan, terms });
      const making: Making = { given, task, next };
      try {
        return await begin(quoted, making, { amounts, deps });
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
  const isAllowed = error instanceof GatewayError && mayTakeSpare.has(error) && !call.breakOff.isBroken;
  const routes = isAllowed ? planned.filter(({ isSpare }) => isSpare) : [];
  const [first] = routes;
  if (first === undefined) return null;
  Object.assign(call, { facts: { ...call.facts, model: first.model } });
  return { routes, firstAttempt: call.attempts.length };
}

/** Refusals after which the spare may be made. */
const mayTakeSpare = new WeakSet<GatewayError>();

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

const FIRST_LOOK_OF_UNCLEAR_SECONDS = 30;

async function begin(
  call: QuotedCall,
  { task, next, given }: Making,
  { amounts, deps }: { amounts: TaskAmounts; deps: RelayDeps },
): Promise<KeptTask> {
  const { route, form } = next;
  const { channel } = route;
  const plan = await sentPlan(call, { next, given }, deps);
  const routed = Object.assign(call, { route });
  const attempt = startAttempt(routed, deps);
  const ask = askingVendor({ channel, call, upstreamModel: route.upstreamModel, texts: given.texts }, deps);
  let begun: BegunTask;
  try {
    const answer = await ask(plan.request);
    attempt.status = answer.status;
    begun = readBegun(form.begun(answer, plan), { answer, channel });
    noteSuccess(routed, deps);
  } catch (thrown) {
    const error = toGatewayError(toUpstreamError(thrown));
    attempt.code = error.code;
    attempt.message = causeOf(error, channel);
    noteFailure(routed, error, deps);
    if (!isUnclear(thrown)) throw error;
    const dueAt = deps.clock.nowSeconds() + FIRST_LOOK_OF_UNCLEAR_SECONDS;
    task.terms = { ...task.terms, ...triesOf(call) };
    const counted = heldCounts(call, { next, amounts });
    await deps.tasks.begin(task, null, { dueAt, note: attempt.message, counted });
    throw new GatewayError('task.unclear', { id: task.taskId }, { cause: thrown });
  } finally {
    attempt.durationMs = deps.clock.monotonicMs() - attempt.startedAtMs;
  }
  task.terms = { ...task.terms, ...triesOf(call) };
  const dueAt = deps.clock.nowSeconds() + form.pace.first;
  const ticket = { ...plan.ticket, ...begun.ticket };
  const counted = heldCounts(call, { next, amounts });
  try {
    await deps.tasks.begin(task, { ...begun, ticket }, { dueAt, counted });
  } catch (cause) {
    const asked = { ...task, upstreamId: begun.upstreamId, ticket };
    await form.cancel?.(asked, ask).catch(() => false);
    throw new GatewayError('task.unclear', { id: task.taskId }, { cause });
  }
  if (begun.look === undefined) return task;
  return recordLook(task, { look: begun.look, channel, texts: given.texts, form }, deps);
}

/** The plan with the request as it is sent. @throws request.invalid if media cannot be fetched */
async function sentPlan(
  call: QuotedCall,
  { next, given }: Pick<Making, 'next' | 'given'>,
  deps: RelayDeps,
): Promise<PlannedRoute['plan']> {
  const { form, plan, planWith } = next;
  const request = form.readsNoAddresses === true ? await withFetchedMedia(call, given, deps) : null;
  return request === null ? plan : { ...plan, request: planWith(request).request };
}

/** The vendor may have begun the task. */
class UnclearAnswer extends Error {
  override readonly name = 'UnclearAnswer';
}

/** Statuses of proxies that do not know what their server does. */
const UNCLEAR_STATUSES: ReadonlySet<number> = new Set([408, 502, 504, 520, 522, 524]);

/** @throws the refusal, or UnclearAnswer */
function readBegun(
  outcome: BegunTask | RefusedTask,
  { answer, channel }: { answer: VendorAnswer; channel: PlannedRoute['route']['channel'] },
): BegunTask {
  if (!('refused' in outcome)) return outcome;
  const { status, json } = answer;
  if (json === null && (status < 300 || UNCLEAR_STATUSES.has(status)))
    throw new UnclearAnswer(`the vendor answers ${status}`);
  const { refused, message, shown = {} } = outcome;
  const failure = { status, code: '', type: '', message, param: '' };
  const isOfCaller = errorCatalogue[refused].status < 500 && message !== '';
  const parameters = Object.entries(shown).map(([name, value]) => [
    name,
    typeof value === 'string' ? textForCaller(value, channel) : value,
  ]);
  const error = new GatewayError(
    refused,
    { ...Object.fromEntries(parameters), ...(isOfCaller && { detail: textForCaller(message, channel) }) },
    { cause: new VendorError(failure, channel) },
  );
  if (outcome.mayTakeSpare) mayTakeSpare.add(error);
  throw error;
}

const isUnclear = (thrown: unknown): boolean =>
  thrown instanceof UnclearAnswer || (thrown instanceof UpstreamError && thrown.wasSent);

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
  await deps.tasks
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

function triesOf({ attempts }: QuotedCall): Pick<TaskTerms, 'tries' | 'triedChannels'> {
  const tries = attempts.map(({ keyId, code }) => ({ key_id: keyId, code: failureOf(code) }));
  if (attempts.length < 2) return { tries };
  return { tries, triedChannels: ` ${[...new Set(attempts.map(({ channelId }) => channelId))].join(' ')} ` };
}

/** Takes what the call holds on counted budgets, so that it lasts as long as the task. */
function heldCounts(
  call: QuotedCall,
  { next, amounts }: { next: PlannedRoute; amounts: TaskAmounts },
): HeldCounts | null {
  const holds = [call.counts, call.channelCounts].filter((hold): hold is CountHold => hold !== null);
  if (holds.length === 0) return null;
  call.counts = null;
  call.channelCounts = null;
  const counts = holds.flatMap((hold) => hold.counts);
  const costRatio = Number(costRatioOf(next.route) ?? 1_000_000_000n) / 1e9;
  return {
    hold: { counts, isOpen: true },
    stored: {
      budgets: counts.map(({ budgetId, periodStart, unit }) => ({ budgetId, periodStart, unit })),
      ...{ amounts: amounts.of(next), costRatio },
    },
  };
}
