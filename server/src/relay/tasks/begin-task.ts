import { errorCatalogue } from '@turnpike/contract';
import type { CountHold } from '../../billing/count-hold.ts';
import { costRatioOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import { UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { BegunTask, RefusedTask, VendorAnswer } from '../../providers/task-form.ts';
import { VendorError } from '../answer/read-failure.ts';
import { causeOf, toUpstreamError } from '../answer/upstream-error.ts';
import { MAX_READ_LENGTH, textForCaller } from '../answer/vendor-text.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { noteFailure, noteSuccess, startAttempt } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { failureOf } from '../settle/build-settlement.ts';
import { askingVendor } from './ask-vendor.ts';
import { withFetchedMedia } from './fetched-media.ts';
import type { GivenTask } from './given-task.ts';
import type { KeptTask } from './kept-task.ts';
import type { HeldCounts } from './open-tasks.ts';
import type { PlannedRoute } from './plan-routes.ts';
import type { TaskAmounts } from './quote-task.ts';
import { recordLook } from './record-look.ts';
import type { TaskTerms } from './task-terms.ts';

/** A task in the making. */
export interface Making {
  given: GivenTask;
  task: KeptTask;
  next: PlannedRoute;
}

/** Refusals after which the spare may be made. */
const withSpare = new WeakSet<GatewayError>();

export const mayTakeSpare = (error: GatewayError): boolean => withSpare.has(error);

const FIRST_LOOK_OF_UNCLEAR_SECONDS = 30;

/**
 * Asks a vendor to begin a task.
 * @throws the vendor's refusal; task.unclear if nobody knows whether it has begun
 */
export async function beginTask(
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
    begun = readBegun(form.begun(answer, plan), { answer, channel, texts: given.texts });
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
    await deps.openTasks.begin(task, null, { dueAt, note: attempt.message, counted });
    throw new GatewayError('task.unclear', { id: task.taskId }, { cause: thrown });
  } finally {
    attempt.durationMs = deps.clock.monotonicMs() - attempt.startedAtMs;
  }
  task.terms = { ...task.terms, ...triesOf(call) };
  const dueAt = deps.clock.nowSeconds() + form.pace.first;
  const ticket = { ...plan.ticket, ...begun.ticket };
  const counted = heldCounts(call, { next, amounts });
  try {
    await deps.openTasks.begin(task, { ...begun, ticket }, { dueAt, counted });
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
  {
    answer,
    channel,
    texts,
  }: { answer: VendorAnswer; channel: PlannedRoute['route']['channel']; texts: LongTexts },
): BegunTask {
  if (!('refused' in outcome)) return outcome;
  const { status, json } = answer;
  if (json === null && (status < 300 || UNCLEAR_STATUSES.has(status)))
    throw new UnclearAnswer(`the vendor answers ${status}`);
  const { refused, shown = {} } = outcome;
  const message = texts.withHeads(outcome.message, MAX_READ_LENGTH);
  const failure = { status, code: '', type: '', message, param: '' };
  const isOfCaller = errorCatalogue[refused].status < 500 && message !== '';
  const parameters = Object.entries(shown).map(([name, value]) => [
    name,
    typeof value === 'string' ? textForCaller(texts.withHeads(value, MAX_READ_LENGTH), channel) : value,
  ]);
  const error = new GatewayError(
    refused,
    { ...Object.fromEntries(parameters), ...(isOfCaller && { detail: textForCaller(message, channel) }) },
    { cause: new VendorError(failure, channel) },
  );
  if (outcome.mayTakeSpare) withSpare.add(error);
  throw error;
}

const isUnclear = (thrown: unknown): boolean =>
  thrown instanceof UnclearAnswer || (thrown instanceof UpstreamError && thrown.wasSent);

export function triesOf({ attempts }: QuotedCall): Pick<TaskTerms, 'tries' | 'triedChannels'> {
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
