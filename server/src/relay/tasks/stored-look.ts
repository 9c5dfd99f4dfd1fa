import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { TaskLook } from '../../providers/task-form.ts';
import { joinPath } from '../channel/call-channel.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { OpenTask, StoredFile } from './kept-task.ts';

/** Answers of vendors that are stored with a task. */
const MAX_DATA_BYTES = 256 * 1024;
const MAX_FILES = 32;
const MAX_ADDRESS_LENGTH = 16_384;

/** The vendor's answer as it is stored, without the channel's key; null: nothing, or too much. */
export function storedData(
  data: unknown,
  { texts, channel }: { texts: LongTexts; channel: RoutingChannel },
): string | null {
  if (data === undefined || data === null) return null;
  const bytes = texts.write(data);
  if (bytes.length > MAX_DATA_BYTES) return null;
  return channel.secrets.clean(bytes).toString('utf8').replaceAll('\\u0000', '\\ufffd');
}

/** The results of a task as they are stored. */
export async function storedFiles(
  task: Pick<OpenTask, 'taskId'>,
  { look, texts, channel }: { look: TaskLook; texts: LongTexts; channel: RoutingChannel },
  { taskFiles }: Pick<RelayDeps, 'taskFiles'>,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const file of (look.files ?? []).slice(0, MAX_FILES)) {
    const { kind } = file;
    if ('base64' in file) {
      files.push({ kind, url: '', ...(await taskFiles.keepBytes(task.taskId, texts.toBytes(file.base64))) });
      continue;
    }
    if ('path' in file) {
      const url = channel.origin + joinPath(channel.basePath, file.path);
      files.push({ kind, url, needsKey: true });
      continue;
    }
    const url = texts.full(file.url);
    if (url.length <= MAX_ADDRESS_LENGTH && URL.canParse(url))
      files.push({ kind, url, ...(file.needsKey && { needsKey: true as const }) });
  }
  return files;
}
