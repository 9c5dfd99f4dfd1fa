import type { ShownFile, ShownTask } from '../../dialects/tasks/shown-task.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { dataOf, type KeptTask } from './kept-task.ts';

/** Results can be read this long without a key. */
const LINK_SECONDS = 86_400;

const endings = { image: 'png', video: 'mp4', audio: 'mp3' } as const;

/** A task as its owner may see it: addresses of its vendor are replaced by those of this site. */
export function toShownTask(
  task: KeptTask,
  {
    site,
    taskLinks,
    lifetimeSeconds = LINK_SECONDS,
  }: { site: string; lifetimeSeconds?: number } & Pick<RelayDeps, 'taskLinks'>,
): ShownTask {
  const addresses = new Map<string, string>();
  const files = task.files.map(({ kind, url }, index): ShownFile => {
    const own = site + taskLinks.filePath(task.taskId, index, lifetimeSeconds);
    if (url !== '') addresses.set(url, own);
    return { kind, name: `${task.taskId}${index === 0 ? '' : `-${index + 1}`}.${endings[kind]}`, url: own };
  });
  return {
    ...{ id: task.taskId, platform: task.platform, action: task.action, model: task.model },
    ...{ status: task.status, progress: task.progress, failReason: task.failReason, prompt: task.prompt },
    ...{ createdAt: task.createdAt, startedAt: task.startedAt, finishedAt: task.finishedAt },
    asked: task.asked,
    data: withAddresses(dataOf(task), addresses),
    files,
  };
}

function withAddresses(value: unknown, addresses: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return addresses.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withAddresses(one, addresses));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withAddresses(one, addresses)]),
  );
}
