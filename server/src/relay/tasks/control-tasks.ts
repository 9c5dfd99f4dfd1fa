import { openAiErrors } from '../../dialects/openai/openai-errors.ts';
import type { AnyReadTask, TaskDialectName } from '../../dialects/tasks/task-requests.ts';
import type { TaskControl } from '../../modules/task/task-control.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import type { IncomingMessage, ServerResponse } from '../../platform/net/http-messages.ts';
import { admit } from '../admit/admit-call.ts';
import { createCallContext, type IdentifiedCall } from '../call/call-context.ts';
import { endCall } from '../call/end-call.ts';
import { openAiClients } from '../clients/openai-clients.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { admitGroupOf } from '../rights/call-groups.ts';
import { assertMayCall } from '../rights/identity.ts';
import { cancelTask } from './cancel-task.ts';
import { createTask } from './create-task.ts';
import type { KeptTask } from './kept-task.ts';
import type { TaskLooks } from './look-at-tasks.ts';
import { dialectWith } from './task-api.ts';
import { formOf } from './task-forms.ts';

const LINK_SECONDS = 3600;

/** The actions of the console on tasks. */
export function createTaskControl(deps: RelayDeps, looks: TaskLooks): TaskControl {
  const taskOf = async (taskId: string): Promise<KeptTask> => {
    const task = await deps.tasks.findAny(taskId);
    if (task === null) throw new GatewayError('task.not_found', { id: taskId });
    return task;
  };
  return {
    filePath: (taskId, index) => deps.taskLinks.filePath(taskId, index, LINK_SECONDS),
    noticeSecret: (userId) => deps.taskNotices.secretOf(userId),
    canCancel: async (platform, dialect) =>
      (await formOf({ platform, dialect: dialect as TaskDialectName }))?.cancel !== undefined,
    async cancel(taskId) {
      await cancelTask(await taskOf(taskId), deps);
    },
    async retry(taskId, asked) {
      const task = await taskOf(taskId);
      if (task.status !== 'FAILURE' || task.request === '') throw new GatewayError('task.not_repeatable');
      return (await makeAgain(task, asked, deps)).taskId;
    },
    async check(taskId) {
      const task = await taskOf(taskId);
      if (task.isSettled) return;
      await looks.lookNow(task).catch((cause: unknown) => {
        throw cause instanceof GatewayError ? cause : new GatewayError('upstream.error', {}, { cause });
      });
    },
  };
}

async function makeAgain(
  task: KeptTask,
  { requestId, sourceIp }: { requestId: string; sourceIp: string },
  deps: RelayDeps,
): Promise<KeptTask> {
  const { clock } = deps;
  const identity = await deps.identities.findToken(task.tokenId, task.userId);
  if (identity === undefined) throw new GatewayError('task.not_repeatable');
  assertMayCall(identity, { nowSeconds: clock.nowSeconds(), sourceIp });
  const read = JSON.parse(task.request) as AnyReadTask;
  const parent = read.parent === null ? null : await deps.tasks.find(task.userId, read.parent);
  if (read.parent !== null && parent === null) throw new GatewayError('task.not_repeatable');
  // No connection of a caller belongs to it.
  const none = { headers: {} } as IncomingMessage & ServerResponse;
  const ctx = createCallContext({
    ...{ requestId, startedAtMs: clock.monotonicMs(), arrivedAtSeconds: clock.nowSeconds() },
    ...{ dialect: dialectWith(openAiErrors), address: { model: null, verb: null, query: '' } },
    caller: { request: none, response: none, sourceIp, family: openAiClients },
  });
  const snapshot = deps.routing.current;
  const admitGroup = admitGroupOf(identity, snapshot);
  const call: IdentifiedCall = Object.assign(ctx, {
    identity,
    snapshot,
    admitGroup,
    payingGroup: admitGroup,
  });
  try {
    admit(call, deps);
    const { request, notifyUrl } = task;
    return await createTask(call, { read, texts: new LongTexts(), request, notifyUrl, parent }, deps);
  } finally {
    endCall(ctx, deps);
  }
}
