import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import { routesAt } from '../../modules/routing/hour-routes.ts';
import { isAt, type Route } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ParentTask, PlannedFor, TaskForm, TaskPlan } from '../../providers/task-form.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import { payersOf } from '../call/payers.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { isMeant, namesChannel, routesForKey } from '../rights/channel-pin.ts';
import { assertMayUseModel, mayUseModel } from '../rights/key-rights.ts';
import { withoutAddresses } from './fetched-media.ts';
import type { GivenTask } from './given-task.ts';
import { dataOf, type KeptTask } from './kept-task.ts';
import { makesTask, taskFormOf } from './task-forms.ts';

/** A route with the request that its vendor would get. */
export interface PlannedRoute {
  /** Name that it was found by. */
  model: string;
  route: Route;
  form: TaskForm;
  plan: TaskPlan;
  /** It is for the spare of the request. */
  isSpare: boolean;
  /** Plans it again for a request that has bytes in place of addresses. */
  planWith(request: AnyReadTask['request']): TaskPlan;
}

/**
 * Plans the request of a task, and its spare, for each channel that can make it. The first of the task's names that a
 * channel serves counts.
 * @throws token.model_not_allowed, model.not_found, model.no_price, model.other_api, channel.none_available; the
 *   refusal of the request if no vendor can make it
 */
export async function planRoutes(
  call: IdentifiedCall,
  { given, taskId }: { given: GivenTask; taskId: string },
  deps: Pick<RelayDeps, 'taskLinks'>,
): Promise<PlannedRoute[]> {
  const { read, parent } = given;
  const { spare } = read;
  const planned = await planRequest(call, { given, read, taskId }, deps);
  if (spare === undefined || parent !== null) return planned;
  const { payingGroup } = call;
  const [first] = planned;
  try {
    const further = await planRequest(
      call,
      { given, read: { ...read, ...spare } as AnyReadTask, taskId },
      deps,
    );
    const [second] = further;
    // One group and the same budgets pay for the call.
    const isPaidAlike =
      call.payingGroup === payingGroup &&
      budgetsOf(call, first?.model ?? '') === budgetsOf(call, second?.model ?? '');
    return isPaidAlike ? [...planned, ...further.map((one) => ({ ...one, isSpare: true }))] : planned;
  } catch (error) {
    // Its caller may not use it, or no channel offers it.
    if (error instanceof GatewayError) return planned;
    throw error;
  } finally {
    call.payingGroup = payingGroup;
  }
}

function budgetsOf(call: IdentifiedCall, model: string): string {
  const { budgets, counted } = payersOf(call, { model, nowSeconds: call.arrivedAtSeconds });
  return [...budgets, ...counted].map(({ budgetId }) => budgetId).join(' ');
}

async function planRequest(
  call: IdentifiedCall,
  { given, read, taskId }: { given: GivenTask; read: AnyReadTask; taskId: string },
  deps: Pick<RelayDeps, 'taskLinks'>,
): Promise<PlannedRoute[]> {
  const { parent } = given;
  const { model, routes } = findTaskRoutes(call, { read, parent });
  const planned: PlannedRoute[] = [];
  let refusal: unknown = null;
  for (const route of routes) {
    const form = await taskFormOf(route.channel.provider, read.dialect);
    try {
      const to: PlannedFor = {
        ...{ upstreamModel: route.upstreamModel, taskId, parent: parent && toParent(parent) },
        callbackUrl: deps.taskLinks.callbackOf(taskId),
      };
      const planWith: PlannedRoute['planWith'] = (request) => form.plan(request, to);
      // Nothing is fetched for a request that the vendor cannot carry or the caller cannot pay.
      const plan = planWith(form.readsNoAddresses === true ? withoutAddresses(read) : read.request);
      planned.push({ model, route, form, plan, planWith, isSpare: false });
    } catch (error) {
      refusal ??= error;
    }
  }
  if (planned.length === 0) throw refusal;
  return planned;
}

const toParent = (task: KeptTask): ParentTask => ({
  ...{ upstreamId: task.upstreamId, ticket: task.ticket, data: dataOf(task) },
});

function findTaskRoutes(
  call: IdentifiedCall,
  { read, parent }: Pick<GivenTask, 'read' | 'parent'>,
): { model: string; routes: readonly Route[] } {
  const { identity, snapshot, pin } = call;
  const { models, dialect } = read;
  const last = models.at(-1) ?? models[0];
  if (!models.some((model) => mayUseModel(identity.rights, model))) assertMayUseModel(identity.rights, last);
  let isUnpriced = false;
  let isServed = false;
  for (const model of models) {
    const payingGroup = payingGroupFor(call, model);
    const found = routesForKey({ snapshot, pin }, { group: payingGroup.symbol, model });
    isUnpriced ||= found.isUnpriced;
    isServed ||= found.routes.length > 0;
    const routes = routesAt(found, call.arrivedAtSeconds).filter(
      ({ channel, upstreamModel }) =>
        makesTask(channel.provider, dialect, upstreamModel) &&
        isMeant(channel, call) &&
        (parent === null || isAt(channel, parent)),
    );
    if (routes.length === 0) continue;
    call.payingGroup = payingGroup;
    return { model, routes };
  }
  if (isServed && parent === null && pin === null) throw new GatewayError('model.other_api', { model: last });
  if (isServed || namesChannel(pin) || snapshot.isResting(call.payingGroup.symbol, last))
    throw new GatewayError('channel.none_available');
  if (isUnpriced) throw new GatewayError('model.no_price');
  throw new GatewayError('model.not_found', { model: last });
}
