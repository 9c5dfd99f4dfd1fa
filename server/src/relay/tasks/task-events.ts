import { hasTaskEnded } from '@turnpike/contract';
import { showTask } from '../../dialects/tasks/task-object.ts';
import { commonHeaders, streamHeadersOf } from '../answer/response-headers.ts';
import { ownTask, shown, type TaskQuestion } from './task-api.ts';

const BEAT_MS = 15_000;

/** Sends the states of a task as events, until it has ended or its caller leaves. */
export async function followTask(question: TaskQuestion): Promise<null> {
  const { call, deps } = question;
  const id = question.params.id ?? '';
  const first = await ownTask(question, id);
  const { response } = call.caller;
  response.writeHead(200, [...commonHeaders(call), ...streamHeadersOf({ framing: 'sse' })]);
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = (task: typeof first): void => {
    response.write(`event: task\ndata: ${JSON.stringify(showTask(shown(question, task)))}\n\n`);
    if (hasTaskEnded(task.status) || task.status === 'MODAL') resolve();
  };
  let reading = Promise.resolve();
  const stop = deps.tasks.onChange(({ taskId }) => {
    if (taskId !== id) return;
    // One after the other, so that events come in order.
    reading = reading.then(async () => send(await ownTask(question, id))).catch(() => resolve());
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
