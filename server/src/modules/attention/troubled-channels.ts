import { type AttentionItem, COUNTED_SUBJECTS, channelStatus } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { listChannelHealth } from '../channel/channel-health.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { splitNames } from '../routing/routing-rows.ts';
import { firstOf, toItems } from './attention-item.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'health' | 'restingKeys' | 'modelGaps'>;

/** Channels that the gateway turned off whose models are looked at. */
const MAX_LOOKED_AT = 200;
const MAX_MODELS = 5000;

/** Channels that fail or rest now, the worst first. */
export async function findFailing(deps: Deps): Promise<AttentionItem[]> {
  const troubled = (await listChannelHealth(deps, {})).filter(({ state }) => state !== 'off');
  const names = await namesOf(
    deps.db,
    troubled.map(({ id }) => id),
  );
  const now = deps.clock.nowSeconds();
  return toItems('channels_failing', {
    since: firstOf(troubled.map(({ last_error }) => last_error?.since ?? now)),
    subjects: troubled.map(({ id, calls, failures, last_error, rests, state }) => ({
      ...{ id, name: names.get(id) ?? '', code: last_error?.code ?? '', calls, failures },
      rest_seconds: state === 'resting' ? Math.max(...rests.map(({ seconds }) => seconds)) : 0,
    })),
  });
}

async function namesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('channels').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Channels that the gateway turned off, the last one first, and the models that nothing serves without them. */
export async function findTurnedOff({ db, modelGaps }: Deps): Promise<AttentionItem[]> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'name', 'auto_disabled_time as time', 'auto_disabled_code as code'])
    .where('status', '=', channelStatus.autoDisabled)
    .where('deleted_time', '=', 0)
    .orderBy('auto_disabled_time', 'desc')
    .orderBy('id', 'desc')
    .limit(COUNTED_SUBJECTS)
    .execute();
  const looked = rows.slice(0, MAX_LOOKED_AT).map(({ id }) => id);
  const unserved = await unservedModels(db, looked, modelGaps);
  const since = firstOf(rows.map(({ time }) => time));
  return [
    ...toItems('channels_off', { since, subjects: rows }),
    ...toItems('models_unserved', { since, subjects: unserved.map((name) => ({ name })) }),
  ];
}

async function unservedModels(
  db: Db,
  ids: readonly number[],
  modelGaps: Deps['modelGaps'],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('channels').select('models').where('id', 'in', ids).execute();
  const models = new Set(rows.flatMap(({ models }) => splitNames(models)));
  return [...models]
    .slice(0, MAX_MODELS)
    .filter((model) => !model.endsWith('*') && !modelGaps.isServed(model))
    .slice(0, COUNTED_SUBJECTS)
    .sort();
}

/** Keys that the gateway turned off, at channels that are on. */
export async function findKeysOff({ db }: Deps): Promise<AttentionItem[]> {
  const rows = await db
    .selectFrom('channel_keys')
    .innerJoin('channels', 'channels.id', 'channel_keys.channel_id')
    .select(['channels.id', 'channels.name'])
    .select(['channel_keys.last_error as code', 'channel_keys.last_error_time as time'])
    .where('channel_keys.status', '=', channelStatus.autoDisabled)
    .where('channels.status', '=', channelStatus.enabled)
    .where('channels.deleted_time', '=', 0)
    .orderBy('channel_keys.last_error_time', 'desc')
    .limit(COUNTED_SUBJECTS)
    .execute();
  return toItems('keys_off', { since: firstOf(rows.map(({ time }) => time)), subjects: rows });
}

/** Models whose calls are refused for want of a price. */
export async function findUnpriced({ modelGaps }: Deps): Promise<AttentionItem[]> {
  const models = await modelGaps.unpriced();
  return toItems('models_unpriced', { subjects: models.map((name) => ({ name })) });
}

/** Enabled channels with models that their upstream no longer lists. */
export async function findMissingModels({ db }: Deps): Promise<AttentionItem[]> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('status', '=', channelStatus.enabled)
    .where('deleted_time', '=', 0)
    .where('models_missing', '<>', '[]')
    .orderBy('id', 'desc')
    .limit(COUNTED_SUBJECTS)
    .execute();
  return toItems('models_missing', { subjects: rows });
}
