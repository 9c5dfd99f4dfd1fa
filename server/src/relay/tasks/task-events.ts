import { hasTaskEnded } from '@turnpike/contract';
import { showTask } from '../../dialects/tasks/task-object.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { commonHeaders, streamHeadersOf } from '../answer/response-headers.ts';
import type { KeptTask } from './kept-task.ts';
import { ownTask, shown, type TaskQuestion } from './task-api.ts';

const BEAT_MS = 15_000;

/**
 * Sends the states of a task as events, until it has ended or its caller leaves.
 * @throws task.not_found; rate.parallel if the user has too many open streams
 */
export async function followTask(question: TaskQuestion): Promise<null> {
  const { call, deps } = question;
  const user = `tasks of ${call.identity.userId}`;
  const first = await ownTask(question, question.params.id ?? '');
  if (!deps.openSessions.open(user)) throw new GatewayError('rate.parallel');
  try {
    return await follow(question, first);
  } finally {
    deps.openSessions.close(user);
  }
}

async function follow(question: TaskQuestion, first: KeptTask): Promise<null> {
  const { call, deps } = question;
  const { taskId: id } = first;
  const { response } = call.caller;
  response.writeHead(200, [...commonHeaders(call), ...streamHeadersOf({ framing: 'sse' })]);
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = (task: KeptTask): void => {
    response.write(`event: task\ndata: ${JSON.stringify(showTask(shown(question, task)))}\n\n`);
    if (hasTaskEnded(task.status) || task.status === 'MODAL') resolve();
  };
  let reading = Promise.resolve();
  let isDue = false;
  const stop = deps.taskChanges.listen(({ taskId }) => {
    if (taskId !== id || isDue) return;
    isDue = true;
    // One after the other, so that events come in order; one that waits has the changes until it begins.
    reading = reading
      .then(() => {
        isDue = false;
        return ownTask(question, id);
      })
      .then(send)
      .catch(() => resolve());
  });
  const beat = setInterval(() => response.write(': waiting\n\n'), BEAT_MS);
  call.breakOff.onBreak(resolve);
  response.once('close', resolve);
  try {
    send(first);
    // It may have changed before anybody listened.
    const now = await ownTask(question, id);
    if (now.updatedAt !== first.updatedAt || now.status !== first.status) send(now);
    await promise;
    await reading;
  } finally {
    clearInterval(beat);
    stop();
  }
  response.end();
  return null;
}
