import type { BodyTexts } from './body-texts.ts';
import type { TaskMedia } from './task-media.ts';

/** The body of a request for a task. */
export interface TaskBody {
  /** Parsed; the fields of a form. */
  json: unknown;
  /** Files of a form, by the names of their fields. */
  files: Map<string, TaskMedia>;
  texts: BodyTexts;
}

/** Length of the beginning of a prompt that lists show. */
export const SHOWN_PROMPT_LENGTH = 500;

/** A request for a task, as its dialect reads it. */
export interface ReadTask<Name, Request> {
  dialect: Name;
  request: Request;
  /** Names of models that it may be routed and priced by, in order. */
  models: readonly [string, ...string[]];
  action: string;
  prompt: string;
  /** Id of the task that this one goes on from; null: none. */
  parent: string | null;
  /** Where the caller wants to be notified; null: nowhere. */
  notify: string | null;
  /** Made in its place, at its own price, where vendors refuse it and name this way out. Absent where there is none. */
  spare?: { request: Request; models: readonly [string, ...string[]] };
}
