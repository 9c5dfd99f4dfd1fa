import type {
  MidjourneyView,
  OutputOf,
  OwnMidjourneyView,
  OwnTaskView,
  Page,
  PageQuery,
  QueryOf,
  TaskFile,
  TaskFileKind,
  TaskView,
  taskCalls,
} from '@turnpike/contract';
import { hasTaskEnded, type midjourneyCalls } from '@turnpike/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { TaskTable } from '../../db/tables/call-tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { findProviderNamed } from '../../providers/provider-registry.ts';
import { readPage } from '../list-query.ts';
import type { TaskControl } from './task-control.ts';

export type TaskRow = Selectable<TaskTable>;
type Listed = Omit<PageQuery, 'keyword'>;
type TaskFilter = Partial<Omit<NonNullable<QueryOf<typeof taskCalls.list>>, keyof PageQuery>>;
type MidjourneyFilter = Partial<Omit<NonNullable<QueryOf<typeof midjourneyCalls.list>>, keyof PageQuery>>;

/** Columns of a list; the stored answers are long. */
const LISTED = [
  ...([
    'id',
    'task_id',
    'dialect',
    'platform',
    'action',
    'model',
    'user_id',
    'token_id',
    'channel_id',
  ] as const),
  ...(['status', 'progress', 'fail_reason', 'note', 'prompt', 'upstream_id', 'files', 'created_at'] as const),
  ...([
    'updated_at',
    'started_at',
    'finished_at',
    'held',
    'quota',
    'request_id',
    'settled_at',
    'code',
  ] as const),
] as const;
type ListedRow = Pick<TaskRow, (typeof LISTED)[number]> & { has_request: number };

const listedTasks = (db: Db, isMidjourney: 0 | 1) =>
  db
    .selectFrom('tasks')
    .select(LISTED)
    .select(sql<number>`case when request = '' then 0 else 1 end`.as('has_request'))
    .where('is_midjourney', '=', isMidjourney);
type Tasks = ReturnType<typeof listedTasks>;

const shownOrder = { submit_time: sql.ref('created_at'), finish_time: sql.ref('finished_at') };

function filtered(rows: Tasks, filter: TaskFilter): Tasks {
  let found = rows;
  const { user_id, channel_id, task_id, action, platform, status, start_timestamp, end_timestamp } =
    filter as {
      [name: string]: string | number | undefined;
    };
  if (user_id) found = found.where('user_id', '=', Number(user_id));
  if (channel_id) found = found.where('channel_id', '=', Number(channel_id));
  if (task_id) found = found.where('task_id', '=', String(task_id));
  if (action) found = found.where('action', '=', String(action));
  if (platform) found = found.where('platform', '=', String(platform));
  if (status) found = found.where('status', '=', status as TaskRow['status']);
  if (start_timestamp) found = found.where('created_at', '>=', Number(start_timestamp));
  if (end_timestamp) found = found.where('created_at', '<=', Number(end_timestamp));
  return found;
}

interface ViewDeps {
  db: Db;
  taskControl: TaskControl;
}

export async function listTasks(deps: ViewDeps, query: TaskFilter & Listed): Promise<Page<TaskView>> {
  const page = await readPage(deps.db, filtered(listedTasks(deps.db, 0), query), query, shownOrder);
  return { ...page, data: await toViews(deps, page.data) };
}

export async function listOwnTasks(
  deps: ViewDeps,
  userId: number,
  query: TaskFilter & Listed,
): Promise<Page<OwnTaskView>> {
  const page = await listTasks(deps, { ...query, user_id: userId, channel_id: undefined } as TaskFilter &
    Listed);
  return { ...page, data: page.data.map(toOwnView) };
}

/** @throws task.not_found */
export async function getTask(db: Db, taskId: string, userId?: number): Promise<TaskRow> {
  const row = await db.selectFrom('tasks').selectAll().where('task_id', '=', taskId).executeTakeFirst();
  if (row === undefined || (userId !== undefined && row.user_id !== userId))
    throw new GatewayError('task.not_found', { id: taskId });
  return row;
}

/** A task with the answer of its vendor. */
export async function toDetail(deps: ViewDeps, row: TaskRow): Promise<OutputOf<typeof taskCalls.get>> {
  const [view] = await toViews(deps, [{ ...row, has_request: row.request === '' ? 0 : 1 }]);
  if (view === undefined) throw new GatewayError('task.not_found', { id: row.task_id });
  const addresses = new Map(storedFiles(row).map(({ url }, index) => [url, view.files[index]?.url ?? '']));
  return { ...view, data: row.data === '' ? null : replaced(JSON.parse(row.data) as unknown, addresses) };
}

/** A task as its owner sees it. */
export const toOwnView = <View extends TaskView>({
  user_id,
  username,
  channel_id,
  channel_name,
  upstream_id,
  note,
  ...shown
}: View) => shown;

async function toViews({ db, taskControl }: ViewDeps, rows: readonly ListedRow[]): Promise<TaskView[]> {
  const [users, tokens, channels] = await Promise.all([
    namesOf(
      db,
      'users',
      rows.map(({ user_id }) => user_id),
    ),
    namesOf(
      db,
      'tokens',
      rows.map(({ token_id }) => token_id),
    ),
    namesOf(
      db,
      'channels',
      rows.map(({ channel_id }) => channel_id),
    ),
  ]);
  return Promise.all(
    rows.map(async (row): Promise<TaskView> => {
      const isOpen = row.settled_at === 0;
      return {
        ...{ id: row.id, task_id: row.task_id, platform: row.platform, action: row.action, model: row.model },
        platform_label: findProviderNamed(row.platform)?.label ?? row.platform,
        ...{ status: row.status, progress: row.progress, fail_reason: row.fail_reason, prompt: row.prompt },
        ...{ created_at: row.created_at, updated_at: row.updated_at, submit_time: row.created_at },
        ...{
          start_time: row.started_at,
          finish_time: row.finished_at,
          quota: row.quota,
          held_quota: row.held,
        },
        ...{ is_settled: !isOpen, token_id: row.token_id, token_name: tokens.get(row.token_id) ?? '' },
        ...{ request_id: row.request_id, files: filesOf(row, taskControl) },
        can_cancel:
          isOpen && row.upstream_id !== '' && (await taskControl.canCancel(row.platform, row.dialect)),
        can_retry: row.status === 'FAILURE' && row.has_request === 1,
        ...{ user_id: row.user_id, username: users.get(row.user_id) ?? '', channel_id: row.channel_id },
        ...{ channel_name: channels.get(row.channel_id) ?? '', upstream_id: row.upstream_id, note: row.note },
      };
    }),
  );
}

async function namesOf(
  db: Db,
  table: 'users' | 'tokens' | 'channels',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows =
    table === 'users'
      ? await db
          .selectFrom('users')
          .select(['id', 'username as name'])
          .where('id', 'in', [...new Set(ids)])
          .execute()
      : await db
          .selectFrom(table)
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(ids)])
          .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const storedFiles = ({ files }: Pick<TaskRow, 'files'>): { kind: TaskFileKind; url: string }[] =>
  files === '' ? [] : (JSON.parse(files) as { kind: TaskFileKind; url: string }[]);

const endings = { image: 'png', video: 'mp4', audio: 'mp3' } as const;

const filesOf = (row: Pick<TaskRow, 'files' | 'task_id'>, { filePath }: TaskControl): TaskFile[] =>
  storedFiles(row).map(({ kind }, index) => ({
    kind,
    name: `${row.task_id}${index === 0 ? '' : `-${index + 1}`}.${endings[kind]}`,
    url: filePath(row.task_id, index),
  }));

function replaced(value: unknown, addresses: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return addresses.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, addresses));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, addresses)]));
}

/** Tasks of Midjourney; times of the filter are milliseconds. */
export async function listMidjourney(
  deps: ViewDeps,
  query: MidjourneyFilter & Listed,
): Promise<Page<MidjourneyView>> {
  const { mj_id, start_timestamp, end_timestamp, ...rest } = query as Record<
    string,
    string | number | undefined
  >;
  const seconds = (ms: string | number | undefined) => (ms ? Math.floor(Number(ms) / 1000) : undefined);
  const filter = {
    ...{ ...rest, task_id: mj_id },
    ...{ start_timestamp: seconds(start_timestamp), end_timestamp: seconds(end_timestamp) },
  } as TaskFilter;
  const { db } = deps;
  const page = await readPage(db, filtered(listedTasks(db, 1), filter), query, shownOrder);
  const views = await toViews(deps, page.data);
  const extras = await db
    .selectFrom('tasks')
    .select(['id', 'data', 'ticket', 'asked'])
    .where('id', 'in', [0, ...page.data.map(({ id }) => id)])
    .execute();
  const extraOf = new Map(extras.map((one) => [one.id, one]));
  return {
    ...page,
    data: page.data.map((row, index) =>
      toMidjourney(row, { view: views[index] as TaskView, extra: extraOf.get(row.id) }),
    ),
  };
}

export async function listOwnMidjourney(
  deps: ViewDeps,
  userId: number,
  query: MidjourneyFilter & Listed,
): Promise<Page<OwnMidjourneyView>> {
  const asked = { ...query, user_id: userId, channel_id: undefined } as unknown as MidjourneyFilter & Listed;
  const page = await listMidjourney(deps, asked);
  return {
    ...page,
    data: page.data.map(({ channel_name, user_id, username, ...shown }) => ({
      ...shown,
      channel_id: 0 as const,
    })),
  };
}

/** midjourney-proxy's task, in the columns of one-hub. */
function toMidjourney(
  row: ListedRow,
  { view, extra }: { view: TaskView; extra: Pick<TaskRow, 'data' | 'ticket' | 'asked'> | undefined },
): MidjourneyView {
  const data = parsed(extra?.data);
  const text = (name: string): string => (typeof data[name] === 'string' ? (data[name] as string) : '');
  const ms = (seconds: number): number => seconds * 1000;
  return {
    ...{ id: row.id, code: row.code, action: row.action, mj_id: row.task_id, prompt: row.prompt },
    ...{ prompt_en: text('promptEn'), description: text('description') },
    state: String(parsed(extra?.asked).state ?? ''),
    ...{ submit_time: ms(row.created_at), start_time: ms(row.started_at), finish_time: ms(row.finished_at) },
    ...{ image_url: view.files[0]?.url ?? '', status: row.status, fail_reason: row.fail_reason },
    progress: hasTaskEnded(row.status) && row.status === 'SUCCESS' ? '100%' : `${row.progress}%`,
    ...{ quota: row.quota, held_quota: row.held, is_settled: view.is_settled },
    ...{ buttons: JSON.stringify(data.buttons ?? []), properties: JSON.stringify(data.properties ?? {}) },
    mode: String(parsed(extra?.ticket).mode ?? ''),
    ...{ token_id: row.token_id, can_cancel: view.can_cancel, can_retry: view.can_retry },
    ...{ channel_id: row.channel_id, channel_name: view.channel_name },
    ...{ user_id: row.user_id, username: view.username },
  };
}

const parsed = (text = ''): Record<string, unknown> =>
  text === '' ? {} : ((JSON.parse(text) ?? {}) as Record<string, unknown>);
