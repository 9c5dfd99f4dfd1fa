import type { TaskFileKind, TaskStatus } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import type { TaskTable } from '../../db/tables/call-tables.ts';
import type { Json } from '../../dialects/neutral/json-values.ts';
import type { TaskDialectName } from '../../dialects/tasks/task-requests.ts';
import type { AskedTask } from '../../providers/task-form.ts';
import { parseTerms } from '../call/work-terms.ts';
import type { TaskTerms } from './task-terms.ts';

/** The part of a stored task that is needed to ask its vendor. */
export interface OpenTask extends AskedTask {
  id: number;
  taskId: string;
  dialect: TaskDialectName;
  platform: string;
  userId: number;
  channelId: number;
  keyId: number;
  status: TaskStatus;
  progress: number;
  createdAt: number;
  looks: number;
  misses: number;
}

/** A result as it is stored. */
export interface StoredFile {
  kind: TaskFileKind;
  /** Address at the vendor; empty where the gateway has the bytes. */
  url: string;
  needsKey?: true;
  /** Name of the stored copy; absent where there is none. */
  copy?: string;
  type?: string;
  bytes?: number;
  /** SHA-256, hex. */
  hash?: string;
}

/** A stored task. */
export interface KeptTask extends OpenTask {
  failReason: string;
  note: string;
  prompt: string;
  asked: Json;
  request: string;
  /** JSON of the vendor's last answer; empty: none. */
  data: string;
  files: readonly StoredFile[];
  updatedAt: number;
  startedAt: number;
  finishedAt: number;
  held: number;
  quota: number;
  tokenId: number;
  terms: TaskTerms;
  requestId: string;
  isSettled: boolean;
  code: number;
  notifyUrl: string;
}

export const OPEN_COLUMNS = [
  ...([
    'id',
    'task_id',
    'dialect',
    'platform',
    'action',
    'model',
    'user_id',
    'channel_id',
    'key_id',
  ] as const),
  ...(['status', 'progress', 'upstream_id', 'ticket', 'created_at', 'looks', 'misses'] as const),
] as const;

/** All that a list shows: answers of vendors and requests have hundreds of kilobytes. */
export const LISTED_COLUMNS = [
  ...OPEN_COLUMNS,
  ...(['fail_reason', 'note', 'prompt', 'asked', 'files', 'updated_at', 'started_at'] as const),
  ...(['finished_at', 'held', 'quota', 'token_id', 'terms', 'request_id', 'settled_at', 'code'] as const),
  'notify_url',
] as const;

type ListedRow = Pick<Selectable<TaskTable>, (typeof LISTED_COLUMNS)[number]>;

export const toOpenTask = (row: Pick<Selectable<TaskTable>, (typeof OPEN_COLUMNS)[number]>): OpenTask => ({
  id: row.id,
  taskId: row.task_id,
  dialect: row.dialect as TaskDialectName,
  platform: row.platform,
  action: row.action,
  model: row.model,
  userId: row.user_id,
  channelId: row.channel_id,
  keyId: row.key_id,
  status: row.status,
  progress: row.progress,
  upstreamId: row.upstream_id,
  ticket: row.ticket === '' ? {} : (JSON.parse(row.ticket) as AskedTask['ticket']),
  createdAt: row.created_at,
  looks: row.looks,
  misses: row.misses,
});

export const toKeptTask = (row: ListedRow & { data: string; request: string }): KeptTask => ({
  ...toOpenTask(row),
  failReason: row.fail_reason,
  note: row.note,
  prompt: row.prompt,
  asked: row.asked === '' ? {} : (JSON.parse(row.asked) as Json),
  request: row.request,
  data: row.data,
  files: readFiles(row.files),
  updatedAt: row.updated_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  held: row.held,
  quota: row.quota,
  tokenId: row.token_id,
  terms: parseTerms<TaskTerms>(row.terms),
  requestId: row.request_id,
  isSettled: row.settled_at > 0,
  code: row.code,
  notifyUrl: row.notify_url,
});

export const readFiles = (text: string): StoredFile[] =>
  text === '' ? [] : (JSON.parse(text) as StoredFile[]);

/** Names of the copies of results. */
export const copiesOf = (files: readonly StoredFile[]): string[] => files.flatMap(({ copy }) => copy ?? []);

/** Results as they stand in their column. */
export const filesText = (files: readonly StoredFile[]): string =>
  files.length === 0 ? '' : JSON.stringify(files);

/** The vendor's last answer about a task; null: none. */
export const dataOf = ({ data }: Pick<KeptTask, 'data'>): unknown =>
  data === '' ? null : (JSON.parse(data) as unknown);
