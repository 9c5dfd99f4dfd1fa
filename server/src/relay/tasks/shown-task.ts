import { klingVideos, videoIdOf } from '../../dialects/kling/kling-request.ts';
import { textOf } from '../../dialects/neutral/json-values.ts';
import type { ShownFile, ShownTask } from '../../dialects/tasks/shown-task.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { dataOf, type KeptTask } from './kept-task.ts';

/** Results can be read this long without a key. */
const LINK_SECONDS = 86_400;

const endings = { image: 'png', video: 'mp4', audio: 'mp3' } as const;

/** A task as its owner may see it: addresses and ids of its vendor are replaced by those of this site. */
export function toShownTask(
  task: KeptTask,
  {
    site,
    taskLinks,
    lifetimeSeconds = LINK_SECONDS,
  }: { site: string; lifetimeSeconds?: number } & Pick<RelayDeps, 'taskLinks'>,
): ShownTask {
  const data = dataOf(task);
  const ours = new Map([[task.upstreamId, task.taskId]]);
  // Kling's videos have ids of their own, by which later requests name them.
  for (const [index, { id }] of klingVideos(data).entries())
    ours.set(textOf(id), videoIdOf(task.taskId, index));
  ours.delete('');
  const files = task.files.map(({ kind, url }, index): ShownFile => {
    const own = site + taskLinks.filePath(task.taskId, index, lifetimeSeconds);
    if (url !== '') ours.set(url, own);
    return { kind, name: `${task.taskId}${index === 0 ? '' : `-${index + 1}`}.${endings[kind]}`, url: own };
  });
  return {
    ...{ id: task.taskId, platform: task.platform, action: task.action, model: task.model },
    ...{ status: task.status, progress: task.progress, failReason: task.failReason, prompt: task.prompt },
    ...{ createdAt: task.createdAt, startedAt: task.startedAt, finishedAt: task.finishedAt },
    asked: task.asked,
    data: withOurs(data, ours),
    files,
  };
}

function withOurs(value: unknown, ours: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ours.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withOurs(one, ours));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withOurs(one, ours)]));
}
