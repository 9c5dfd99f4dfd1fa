import type { KlingRequest } from '../kling/kling-request.ts';
import type { MidjourneyRequest } from '../midjourney/midjourney-request.ts';
import type { SunoRequest } from '../suno/suno-request.ts';
import type { VideoRequest } from '../videos/video-request.ts';
import type { ReadTask } from './read-task.ts';

/** Requests for tasks, each in the words of its own API. */
export interface TaskRequests {
  videos: VideoRequest;
  kling: KlingRequest;
  midjourney: MidjourneyRequest;
  suno: SunoRequest;
}
export type TaskDialectName = keyof TaskRequests;

/** A request for a task in any of the APIs. */
export type AnyReadTask = {
  [Name in TaskDialectName]: ReadTask<Name, TaskRequests[Name]>;
}[TaskDialectName];
