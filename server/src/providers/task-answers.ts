import type { ErrorCode } from '@turnpike/contract';
import { objectOf, textOf } from '../dialects/neutral/json-values.ts';
import type { TaskMedia } from '../dialects/tasks/task-media.ts';
import { classifyStatus } from './provider.ts';
import type { AskedTask, RefusedTask, TaskForm, TaskLook, VendorAnswer, VendorRequest } from './task-form.ts';

/** The vendor's words about a refusal, from the members that vendors use for them. */
export function wordsOf({ json, text }: VendorAnswer): string {
  const { error, message, detail } = objectOf(json) ?? {};
  const words = [objectOf(error)?.message, message, detail, error].map(textOf);
  return words.find((one) => one !== '') ?? text;
}

/** @param code null keeps the usual reading of the HTTP status */
export const refusedBy = (answer: VendorAnswer, code: ErrorCode | null = null): RefusedTask => ({
  refused: code ?? classifyStatus(Math.max(answer.status, 400)),
  message: wordsOf(answer),
});

/** An address, or a data URL. */
export const linkOf = (media: TaskMedia): string =>
  'url' in media ? media.url : `data:${media.type};base64,${media.base64}`;

/**
 * Cancels a task in one of the states. Several vendors erase a task that has ended when they are asked to cancel it, so
 * its state is asked for first.
 */
export const cancelWhile =
  (
    states: readonly TaskLook['state'][],
    look: TaskForm['look'],
    request: (task: AskedTask) => VendorRequest,
  ): NonNullable<TaskForm['cancel']> =>
  async (task, ask) => {
    const { state } = await look(task, ask);
    if (state === 'cancelled') return true;
    if (!states.includes(state)) return false;
    const { status } = await ask(request(task));
    return status < 300;
  };
