import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { TaskLook } from '../../providers/task-form.ts';
import { joinPath } from '../channel/call-channel.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { copiesOf, type OpenTask, type StoredFile } from './kept-task.ts';
import { UncopiedResult } from './new-copy.ts';

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

/**
 * The results of a task as they are stored. Bytes of an answer that are no picture, video or sound are left out.
 * @throws if the disk is full; then none is kept
 */
export async function storedFiles(
  task: Pick<OpenTask, 'taskId'>,
  given: { look: TaskLook; texts: LongTexts; channel: RoutingChannel },
  { taskFiles }: Pick<RelayDeps, 'taskFiles'>,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  try {
    await storeFiles(files, { task, ...given }, taskFiles);
    return files;
  } catch (error) {
    await taskFiles.remove(copiesOf(files));
    throw error;
  }
}

async function storeFiles(
  files: StoredFile[],
  {
    task,
    look,
    texts,
    channel,
  }: { task: Pick<OpenTask, 'taskId'>; look: TaskLook; texts: LongTexts; channel: RoutingChannel },
  taskFiles: RelayDeps['taskFiles'],
): Promise<void> {
  for (const file of (look.files ?? []).slice(0, MAX_FILES)) {
    const { kind } = file;
    if ('base64' in file) {
      const copy = await taskFiles
        .keepBytes(task.taskId, texts.toBytes(file.base64))
        .catch((error: unknown) => (error instanceof UncopiedResult ? null : Promise.reject(error)));
      if (copy !== null) files.push({ kind, url: '', ...copy });
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
}
