import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import type { ChannelPlace } from '../../modules/routing/routing-snapshot.ts';
import type { TaskPlan } from '../../providers/task-form.ts';
import { formatTerms } from '../call/work-terms.ts';
import type { TaskTerms } from './task-terms.ts';

/** A task whose creation was not answered is looked for after this. */
const LOST_SECONDS = 90;

/** A task before its vendor is asked. */
export interface NewTask {
  taskId: string;
  read: AnyReadTask;
  platform: string;
  place: ChannelPlace;
  plan: TaskPlan;
  terms: TaskTerms;
  userId: number;
  /** The request as JSON, to make it again; empty where it is too long. */
  request: string;
  notifyUrl: string;
}

/** The row of a new task, without what is held for it. */
export function rowOf(
  { taskId, read, platform, place, plan, terms, userId, request, notifyUrl }: NewTask,
  nowSeconds: number,
) {
  return {
    ...{ task_id: taskId, dialect: read.dialect, platform, action: plan.action, model: terms.billedModel },
    ...{ user_id: userId, token_id: terms.tokenId, channel_id: place.channelId, key_id: place.keyId },
    ...{
      status: 'NOT_START' as const,
      prompt: read.prompt.replaceAll('\0', '\ufffd'),
      request,
      notify_url: notifyUrl,
    },
    ticket: JSON.stringify(plan.ticket ?? {}),
    asked: JSON.stringify(plan.asked ?? {}),
    ...{ created_at: nowSeconds, updated_at: nowSeconds, request_id: terms.requestId },
    terms: formatTerms(terms),
    // Looked for soon if this process ends before the vendor answers.
    due_at: nowSeconds + LOST_SECONDS,
    is_midjourney: read.dialect === 'midjourney' ? (1 as const) : (0 as const),
  };
}
