import type { Kysely } from 'kysely';

/** Results of calls by channel and hour; the strategy of groups, and costs of channels by model. */
export async function channelHealth(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channel_health_hours')
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('channel_id', 'bigint', (c) => c.notNull())
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'bigint', (c) => c.notNull())
    .addColumn('first_byte_ms', 'bigint', (c) => c.notNull())
    .addColumn('duration_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('channel_health_hours_key', ['hour', 'channel_id'])
    .execute();
  await db.schema
    .alterTable('user_groups')
    .addColumn('strategy', 'text', (c) => c.notNull().defaultTo('weight'))
    .execute();
  await db.schema
    .alterTable('channels')
    .addColumn('model_cost_ratios', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
}
