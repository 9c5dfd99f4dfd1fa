import { formatGatewayNote, LOG_KEPT_SECONDS, logType } from '@turnpike/contract';
import { sql } from 'kysely';
import { insertLogNote, type LogNote } from '../../db/log-note.ts';
import type { Db } from '../../db/store.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { LogPlace } from './log-cursor.ts';

/** Rows that one transaction looks at: settlements are written between two of them. */
const ROWS_A_BATCH = 2000;

interface CleanUp {
  /** Rows of calls before this second go. */
  target: number;
  nowSeconds: number;
  /** Who asked, and from where. */
  by: Pick<LogNote, 'request_id' | 'user_id' | 'username' | 'source_ip'>;
  /** Rows that one transaction looks at. */
  atOnce?: number;
}

/**
 * Deletes the log rows of old calls, some at a time. Rows of other types, the roll-ups and the ledger stay. A log
 * row says who deleted how many; it grows with every batch, so that it is true also where the last ones fail.
 * @returns rows deleted
 * @throws request.invalid naming `target_timestamp` where it reaches into the last day
 */
export async function deleteOldCalls(
  db: Db,
  { target, nowSeconds, by, atOnce = ROWS_A_BATCH }: CleanUp,
): Promise<number> {
  if (target > nowSeconds - LOG_KEPT_SECONDS) throw fieldError('target_timestamp', 'log.too_recent');
  const before = new Date(target * 1000).toISOString().replace('.000', '');
  const noteOf = (count: number) => formatGatewayNote({ about: 'cleanUp', count, before });
  const noteId = await db.transaction().execute((trx) =>
    insertLogNote(trx, {
      ...{ ...by, created_at: nowSeconds, type: logType.manage },
      ...{ quota: 0, content: noteOf(0) },
    }),
  );
  let deleted = 0;
  let after: LogPlace | undefined = { created_at: 0, id: 0 };
  while (after !== undefined) {
    const place: LogPlace = after;
    // Rows of other types stay where they are: going on behind them, no batch looks at them twice.
    const old = sql<boolean>`(created_at, id) > (${place.created_at}, ${place.id})`;
    const last = await db
      .selectFrom('logs')
      .select(['created_at', 'id'])
      .where(old)
      .where('created_at', '<', target)
      .orderBy('created_at')
      .orderBy('id')
      .offset(atOnce - 1)
      .limit(1)
      .executeTakeFirst();
    await db.transaction().execute(async (trx) => {
      let rows = trx
        .deleteFrom('logs')
        .where(old)
        .where('created_at', '<', target)
        .where('type', '=', logType.consume);
      if (last !== undefined) {
        rows = rows.where(sql<boolean>`(created_at, id) <= (${last.created_at}, ${last.id})`);
      }
      const count = Number((await rows.executeTakeFirst()).numDeletedRows);
      if (count === 0) return;
      await trx
        .updateTable('logs')
        .set({ content: noteOf(deleted + count) })
        .where('id', '=', noteId)
        .execute();
      deleted += count;
    });
    after = last;
  }
  return deleted;
}
