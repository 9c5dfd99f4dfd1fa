import { channelStatus } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { keySummary } from './channel-key-repository.ts';

/** Sums of the calls of an hour at a channel, as the relay hands them over. */
export interface HealthHour {
  channelId: number;
  /** Start of the hour, seconds. */
  hour: number;
  sums: { calls: number; failures: number; firstByteMs: number; durationMs: number };
}

const ROWS_PER_STATEMENT = 100;

/** Adds sums to those that are stored, all or none. */
export async function addHealthHours(db: Db, hours: readonly HealthHour[]): Promise<void> {
  // In one order, so that no other transaction waits for this one in turn.
  const rows = hours
    .toSorted((a, b) => a.hour - b.hour || a.channelId - b.channelId)
    .map(({ channelId, hour, sums }) => ({
      ...{ hour, channel_id: channelId, calls: sums.calls, failures: sums.failures },
      ...{ first_byte_ms: Math.round(sums.firstByteMs), duration_ms: Math.round(sums.durationMs) },
    }));
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      await trx
        .insertInto('channel_health_hours')
        .values(rows.slice(start, start + ROWS_PER_STATEMENT))
        .onConflict((conflict) =>
          conflict.columns(['hour', 'channel_id']).doUpdateSet((eb) => ({
            calls: eb('channel_health_hours.calls', '+', eb.ref('excluded.calls')),
            failures: eb('channel_health_hours.failures', '+', eb.ref('excluded.failures')),
            first_byte_ms: eb('channel_health_hours.first_byte_ms', '+', eb.ref('excluded.first_byte_ms')),
            duration_ms: eb('channel_health_hours.duration_ms', '+', eb.ref('excluded.duration_ms')),
          })),
        )
        .execute();
    }
  });
}

/** Stored hours of channels since a time, oldest first. */
export function listHealthHours(db: Db, { since, ids }: { since: number; ids: readonly number[] }) {
  return db
    .selectFrom('channel_health_hours')
    .select(['hour', 'channel_id', 'calls', 'failures'])
    .where('hour', '>=', since)
    .where('channel_id', 'in', ids)
    .orderBy('hour')
    .execute();
}

export async function deleteHealthHours(db: Db, before: number): Promise<void> {
  await db.deleteFrom('channel_health_hours').where('hour', '<', before).execute();
}

/** How many keys of channels may be used: 0 where the channel is off, 1 where it needs none. Deleted ones are left out. */
export async function countUsableKeys(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'status'])
    .select((eb) => keySummary(eb))
    .where('id', 'in', ids)
    .where('deleted_time', '=', 0)
    .execute();
  return new Map(
    rows.map(({ id, status, key_count, enabled_key_count }) => [
      id,
      status !== channelStatus.enabled ? 0 : Number(key_count) === 0 ? 1 : Number(enabled_key_count),
    ]),
  );
}
