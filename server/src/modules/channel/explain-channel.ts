import { type AbsenceReason, channelStatus, type Explanation } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { splitNames } from '../routing/routing-rows.ts';
import { keySummary } from './channel-key-repository.ts';
import type { ExplainedCall } from './explained-call.ts';

const MAX_ABSENT = 200;
/** Channels that are looked through for the model, newest first. */
const MAX_CHANNELS = 2000;

/** @throws token.not_found; as `ExplainCall` */
export async function explainChannel(
  { db, explainCall }: Pick<ModuleDeps, 'db' | 'explainCall'>,
  { tokenId, ...asked }: Omit<ExplainedCall, 'userId'>,
): Promise<Explanation> {
  const token = await db
    .selectFrom('tokens')
    .select('user_id')
    .where('id', '=', tokenId)
    .where('deleted_time', '=', 0)
    .executeTakeFirst();
  if (token === undefined) throw new GatewayError('token.not_found');
  const explained = await explainCall({ ...asked, tokenId, userId: token.user_id });
  return { ...explained, absent: await absentChannels(db, explained) };
}

async function absentChannels(
  db: Db,
  { model, group, candidates }: Omit<Explanation, 'absent'>,
): Promise<Explanation['absent']> {
  const present = new Set(candidates.map(({ channel_id }) => channel_id));
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'name', 'status', 'models', 'group'])
    .select((eb) => keySummary(eb))
    .where('deleted_time', '=', 0)
    .orderBy('id', 'desc')
    .limit(MAX_CHANNELS)
    .execute();
  const serves = (name: string): boolean =>
    name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : name === model;
  return rows
    .filter(({ id, models }) => !present.has(id) && splitNames(models).some(serves))
    .slice(0, MAX_ABSENT)
    .map((row) => ({ channel_id: row.id, channel_name: row.name, reason: absenceOf(row, group) }));
}

function absenceOf(
  row: { status: number; group: string; key_count: number | null; enabled_key_count: number | null },
  group: string,
): AbsenceReason {
  if (row.status === channelStatus.autoDisabled) return 'auto_disabled';
  if (row.status !== channelStatus.enabled) return 'disabled';
  if (Number(row.key_count) > 0 && Number(row.enabled_key_count) === 0) return 'no_key';
  return splitNames(row.group).includes(group) ? 'no_price' : 'other_group';
}
