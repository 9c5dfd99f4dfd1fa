import { compareModels } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import { readStoredJson } from '../../platform/json/stored-values.ts';
import { providers } from '../../providers/provider-registry.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { openSavedChannel, toCallableRow } from './called-channel.ts';
import { getChannel, lockChannel, readNames, updateChannel } from './channel-repository.ts';
import { splitNames } from './channel-rules.ts';
import { inParallel } from './in-parallel.ts';
import { listChannelIds, lockWatched, type WatchedRow } from './upstream-repository.ts';

const DAY_SECONDS = 86_400;
/** Upstreams that are asked at the same time. */
const MAX_PARALLEL = 4;
/** Names that are kept of what is new or missing; a channel that serves everything of a large list is rare. */
const MAX_NEWS = 200;
const typesWithList = providers.filter(({ modelList }) => modelList).map(({ typeId }) => typeId);

/**
 * Once a day compares each enabled channel's models with those that its upstream lists, and keeps what is new or missing.
 * A channel whose upstream does not answer is looked at the next day.
 */
export async function watchModels(deps: ModuleDeps, signal: AbortSignal): Promise<void> {
  const nowSeconds = deps.clock.nowSeconds();
  const checkedBefore = nowSeconds - DAY_SECONDS + 1;
  const due = await listChannelIds(deps.db, { types: typesWithList, checkedBefore });
  await inParallel(due, MAX_PARALLEL, async ({ id }) => {
    if (signal.aborted) return;
    try {
      await watchChannel(deps, id, signal);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof GatewayError ? error.code : String(error);
      deps.log.info({ channel: id, reason }, "a channel's models were not looked at");
      await updateChannel(deps.db, id, { models_checked_time: nowSeconds });
    }
  });
}

async function watchChannel(deps: ModuleDeps, id: number, signal: AbortSignal): Promise<void> {
  const { channel, key } = await openSavedChannel(deps, { id });
  const offered = await deps.inquiries.listModels(toCallableRow(channel), signal);
  // Else an upstream that lists nothing for a while would seem to have lost all its models.
  if (offered.length === 0) throw new GatewayError('channel.no_model_list');
  const { type, base_url } = channel;
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockWatched(trx, { id, type, base_url, key });
    if (row === undefined) return;
    await updateChannel(trx, id, {
      ...newsOf(row, offered),
      models_offered: JSON.stringify(offered),
      models_checked_time: deps.clock.nowSeconds(),
    });
  });
}

/** The first check reports no news. A dismissed model is reported again only after it was listed in between. */
function newsOf(row: WatchedRow, offered: readonly string[]) {
  const { added, removed } = compareModels(splitNames(row.models), offered, mappingOf(row));
  const before = new Set(row.models_offered === '' ? offered : readNames(row.models_offered));
  const told = new Set(readNames(row.models_added));
  const dismissed = new Set(readNames(row.models_ignored));
  return {
    models_added: toText(added.filter((name) => told.has(name) || !before.has(name))),
    models_missing: toText(removed.filter((name) => !dismissed.has(name))),
    models_ignored: JSON.stringify(removed.filter((name) => dismissed.has(name))),
  };
}

/**
 * The remaining news after a change of a channel's models.
 * @param before the news, as they are shown
 */
export function newsAfter(
  before: { models_added: readonly string[]; models_missing: readonly string[] },
  channel: Pick<WatchedRow, 'models' | 'model_mapping'>,
) {
  const chosen = splitNames(channel.models);
  const { added } = compareModels(chosen, before.models_added, mappingOf(channel));
  return {
    models_added: toText(added),
    models_missing: toText(before.models_missing.filter((name) => chosen.includes(name))),
  };
}

/**
 * Dismisses the news; they are not reported again.
 * @throws channel.not_found
 */
export async function dismissNews({ db }: ModuleDeps, id: number) {
  await db.transaction().execute(async (trx) => {
    const { models_missing } = await lockChannel(trx, id);
    const { models_ignored } = await trx
      .selectFrom('channels')
      .select('models_ignored')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await updateChannel(trx, id, {
      models_added: '[]',
      models_missing: '[]',
      models_ignored: JSON.stringify([...new Set([...readNames(models_ignored), ...models_missing])]),
    });
  });
  return getChannel(db, id);
}

const toText = (names: readonly string[]): string => JSON.stringify(names.slice(0, MAX_NEWS));

const mappingOf = ({ model_mapping: text }: Pick<WatchedRow, 'model_mapping'>): Record<string, string> =>
  readStoredJson<Record<string, string>>(text, isMapping, {});

const isMapping = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((target) => typeof target === 'string');
