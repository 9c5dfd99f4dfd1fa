import { type Json, listOf, membersOf, objectOf, textOf } from '../neutral/json-values.ts';
import type { ShownTask } from '../tasks/shown-task.ts';
import { opensWindow } from './midjourney-actions.ts';

/** States of midjourney-proxy. One that was cancelled has failed there. */
const statusOf = ({ status }: Pick<ShownTask, 'status'>): string => {
  if (status === 'QUEUED' || status === 'UNKNOWN') return 'SUBMITTED';
  return status === 'CANCELLED' ? 'FAILURE' : status;
};

const BUTTON = ['customId', 'emoji', 'label', 'type', 'style'];

/**
 * Keeps the members of a vendor's task that callers see. Its id, its accounts and its addresses are not among them.
 * Source: novicezk/midjourney-proxy, docs/api.md, section 1, checked 2026-11.
 */
export function keptMidjourney(task: Json): Json {
  const properties = objectOf(task.properties) ?? {};
  return {
    promptEn: textOf(task.promptEn),
    description: textOf(task.description),
    buttons: listOf(task.buttons).map((one) => membersOf(objectOf(one) ?? {}, BUTTON)),
    properties: membersOf(properties, ['finalPrompt', 'finalZhPrompt']),
  };
}

/**
 * Writes a task as midjourney-proxy shows it, with our id. Times are milliseconds.
 * Source: reference/relay.md 8.1 of the specification.
 */
export function showMidjourney(task: ShownTask): object {
  const { asked } = task;
  const data = objectOf(task.data) ?? {};
  const ms = (seconds: number): number => seconds * 1000;
  return {
    id: task.id,
    action: task.action,
    customId: textOf(asked.customId),
    botType: textOf(asked.botType),
    prompt: task.prompt,
    promptEn: textOf(data.promptEn),
    description: textOf(data.description),
    state: textOf(asked.state),
    submitTime: ms(task.createdAt),
    startTime: ms(task.startedAt),
    finishTime: ms(task.finishedAt),
    imageUrl: task.files[0]?.url ?? '',
    status: statusOf(task),
    progress: `${task.progress}%`,
    failReason: task.failReason,
    buttons: listOf(data.buttons),
    maskBase64: '',
    properties: objectOf(data.properties) ?? {},
  };
}

/**
 * Writes the answer to a request that made a task: code 1, also where the vendor queued it (22) or had it already (21).
 * A window that waits for a further request keeps 21.
 * @param queue tasks before it, as the vendor says; empty: unknown
 */
export function showSubmitted(task: ShownTask, { code, queue }: { code: number; queue: string }): object {
  const pictures = objectOf(task.data)?.result;
  if (task.action === 'UPLOAD')
    return { code: 1, description: 'Uploaded', result: listOf(pictures), properties: {} };
  const isWindow = code === 21 && opensWindow(task.action);
  const properties = {
    ...(code === 21 && { status: statusOf(task), imageUrl: task.files[0]?.url ?? '' }),
    ...(queue !== '' && { numberOfQueues: Number(queue) }),
  };
  const description = isWindow
    ? 'Waiting for window confirm'
    : queue === ''
      ? 'Submitted'
      : `In the queue, with ${queue} tasks before it`;
  return { code: isWindow ? 21 : 1, description, result: task.id, properties };
}
