import type { Kysely } from 'kysely';
import { idColumn, type MigrationEngine } from '../migration-columns.ts';

/** Links between accounts and Telegram accounts, and the commands that root adds to the bot. */
export async function telegram(db: Kysely<unknown>, engine: MigrationEngine): Promise<void> {
  const id = idColumn(engine);
  await db.schema
    .createTable('telegram_links')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey())
    .addColumn('telegram_id', 'bigint', (c) => c.notNull().unique())
    .addColumn('created_time', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('telegram_menus')
    .addColumn('id', id.type, id.build)
    .addColumn('command', 'text', (c) => c.notNull().unique())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('parse_mode', 'text', (c) => c.notNull())
    .addColumn('reply_message', 'text', (c) => c.notNull())
    .execute();
}
