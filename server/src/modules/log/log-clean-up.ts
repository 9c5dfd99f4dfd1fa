import { formatGatewayNote, LOG_KEPT_SECONDS, logType } from '@turnpike/contract';
import { insertLogNote, type LogNote } from '../../db/log-note.ts';
import type { Db } from '../../db/store.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import { type Deletion, deleteCalls } from './call-deletion.ts';

interface CleanUp extends Pick<Deletion, 'atOnce' | 'pause'> {
  /** Rows of calls before this second go. */
  target: number;
  nowSeconds: number;
  /** The person who asked, and their address. */
  by: Pick<LogNote, 'request_id' | 'user_id' | 'username' | 'source_ip'>;
}

/**
 * Deletes the log rows of old calls. A log row says who deleted how many; it grows with every part, so that it is
 * true also where the last ones fail.
 * @returns rows deleted
 * @throws request.invalid naming `target_timestamp` where it reaches into the last day
 */
export async function deleteOldCalls(db: Db, { target, nowSeconds, by, ...how }: CleanUp): Promise<number> {
  if (target > nowSeconds - LOG_KEPT_SECONDS) throw fieldError('target_timestamp', 'log.too_recent');
  const before = new Date(target * 1000).toISOString().replace('.000', '');
  const noteOf = (count: number) => formatGatewayNote({ about: 'cleanUp', count, before });
  const noteId = await db.transaction().execute((trx) =>
    insertLogNote(trx, {
      ...{ ...by, created_at: nowSeconds, type: logType.manage },
      ...{ quota: 0, content: noteOf(0) },
    }),
  );
  return await deleteCalls(db, {
    ...how,
    before: { created_at: target, id: 0 },
    onDeleted: (part, deleted) =>
      part
        .updateTable('logs')
        .set({ content: noteOf(deleted) })
        .where('created_at', '=', nowSeconds)
        .where('id', '=', noteId)
        .execute(),
  });
}
