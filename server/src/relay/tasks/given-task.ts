import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { KeptTask } from './kept-task.ts';

/** A task to be made. */
export interface GivenTask {
  read: AnyReadTask;
  /** Long texts of its request. */
  texts: LongTexts;
  /** The request as JSON, to make it again; empty where it is too long. */
  request: string;
  /** Where its owner is notified, sealed; empty: nowhere. */
  notifyUrl: string;
  /** The task that it goes on from, which is the caller's own; null: none. */
  parent: KeptTask | null;
}
