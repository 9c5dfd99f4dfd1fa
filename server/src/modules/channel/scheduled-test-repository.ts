import { channelStatus } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';

/** A channel that is due for a test, with one of its keys; 0: the first one that is on, or none. */
export interface DueTest {
  id: number;
  name: string;
  /** Time of its last test; 0: none. */
  testTime: number;
  keyId: number;
  /** The gateway turned it off. */
  isOff: boolean;
}

/** Times before which the last test is too old; null: none of these are tested. */
interface DueTimes {
  enabledBefore: number | null;
  disabledBefore: number | null;
  /** Largest number of each kind. */
  limit: number;
}

/** Channels and keys whose last test is too old, oldest first. */
export async function listDueTests(
  db: Db,
  { enabledBefore, disabledBefore, limit }: DueTimes,
): Promise<DueTest[]> {
  const channels = () =>
    db
      .selectFrom('channels')
      .where('channels.deleted_time', '=', 0)
      .orderBy('channels.test_time')
      .limit(limit);
  const due: DueTest[] = [];
  if (enabledBefore !== null) {
    const rows = await channels()
      .select(shownColumns)
      .where('channels.status', '=', channelStatus.enabled)
      .where('channels.test_time', '<=', enabledBefore)
      .execute();
    due.push(...rows.map((row) => ({ ...row, keyId: 0, isOff: false })));
  }
  if (disabledBefore === null) return due;
  // A key that is off is tested by itself. A channel without such a key is tested as a whole.
  const rows = await channels()
    .leftJoin('channel_keys', (join) =>
      join
        .onRef('channel_keys.channel_id', '=', 'channels.id')
        .on('channel_keys.status', '=', channelStatus.autoDisabled),
    )
    .select(shownColumns)
    .select('channel_keys.id as keyId')
    .where('channels.status', '<>', channelStatus.disabled)
    .where('channels.test_time', '<=', disabledBefore)
    .where((eb) =>
      eb.or([eb('channels.status', '=', channelStatus.autoDisabled), eb('channel_keys.id', 'is not', null)]),
    )
    .execute();
  return [...due, ...rows.map((row) => ({ ...row, keyId: row.keyId ?? 0, isOff: true }))];
}

const shownColumns = [
  'channels.id as id',
  'channels.name as name',
  'channels.test_time as testTime',
] as const;
