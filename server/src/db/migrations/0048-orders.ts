import { type Kysely, sql } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Accounts that can owe and own, payment gateways, orders, their events and refunds. */
export async function orders(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('accounts')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (c) => c.unique())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('payments')
    .addColumn('id', id.type, id.build)
    .addColumn('uuid', 'text', (c) => c.notNull().unique())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('icon', 'text', (c) => c.notNull())
    .addColumn('notify_domain', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('rate', 'text', (c) => c.notNull())
    .addColumn('fixed_fee', 'text', (c) => c.notNull())
    .addColumn('percent_fee', 'text', (c) => c.notNull())
    .addColumn('min_amount', 'bigint', (c) => c.notNull())
    .addColumn('max_amount', 'bigint', (c) => c.notNull())
    .addColumn('open_hours', 'text', (c) => c.notNull())
    .addColumn('sandbox', 'integer', (c) => c.notNull())
    .addColumn('allow_private', 'integer', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('secrets_sealed', 'text', (c) => c.notNull())
    .addColumn('sort', 'bigint', (c) => c.notNull())
    .addColumn('enable', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('orders')
    .addColumn('id', id.type, id.build)
    .addColumn('trade_no', 'text', (c) => c.notNull().unique())
    .addColumn('account_id', 'bigint', (c) => c.notNull())
    .addColumn('gateway_id', 'bigint', (c) => c.notNull())
    .addColumn('gateway_no', 'text')
    .addColumn('merchant', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('pay_minor', 'bigint', (c) => c.notNull())
    .addColumn('fee_minor', 'bigint', (c) => c.notNull())
    .addColumn('discount_minor', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addColumn('bonus_quota', 'bigint', (c) => c.notNull())
    .addColumn('refunded_minor', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('refunded_quota', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('payer_ip', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('paid_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('credited_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('query_count', 'integer', (c) => c.notNull().defaultTo(0))
    // When the gateway is asked next; null: no more.
    .addColumn('next_query_at', 'bigint')
    .execute();
  const index = (text: string) => sql.raw(text).execute(db);
  await index(
    'create unique index orders_gateway_no on orders (gateway_id, gateway_no) where gateway_no is not null',
  );
  await index('create index orders_account on orders (account_id, id)');
  await index('create index orders_gateway on orders (gateway_id, id)');
  await index('create index orders_created on orders (created_at, id)');
  await index('create index orders_state on orders (state, id)');
  await index('create index orders_next_query on orders (next_query_at) where next_query_at is not null');

  await db.schema
    .createTable('order_events')
    .addColumn('id', id.type, id.build)
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('gateway_id', 'bigint', (c) => c.notNull())
    .addColumn('trade_no', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
  await index('create index order_events_trade on order_events (trade_no, id)');
  await index('create index order_events_gateway on order_events (gateway_id, id)');
  await index('create index order_events_verdict on order_events (verdict, id)');
  await index('create index order_events_created on order_events (created_at)');

  await db.schema
    .createTable('order_refunds')
    .addColumn('id', id.type, id.build)
    .addColumn('order_id', 'bigint', (c) => c.notNull())
    .addColumn('request_no', 'text', (c) => c.notNull())
    .addColumn('minor', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())
    .addColumn('bonus_quota', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    // When a refund that the gateway has begun is asked about; null: no more.
    .addColumn('next_query_at', 'bigint')
    .addUniqueConstraint('order_refunds_request', ['order_id', 'request_no'])
    .execute();
  await index(
    'create index order_refunds_next_query on order_refunds (next_query_at) where next_query_at is not null',
  );
}
