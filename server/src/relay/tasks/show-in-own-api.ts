import { showKling } from '../../dialects/kling/kling-object.ts';
import { showMidjourney } from '../../dialects/midjourney/midjourney-object.ts';
import { showSuno } from '../../dialects/suno/suno-object.ts';
import type { ShownTask } from '../../dialects/tasks/shown-task.ts';
import type { TaskDialectName } from '../../dialects/tasks/task-requests.ts';
import { showVideo } from '../../dialects/videos/video-object.ts';

/** Writes a task as the API shows it by which it was asked for. */
export const showInOwnApi: Record<TaskDialectName, (task: ShownTask, requestId: string) => object> = {
  kling: showKling,
  midjourney: showMidjourney,
  suno: showSuno,
  videos: showVideo,
};
