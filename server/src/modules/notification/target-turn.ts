import type { Db } from '../../db/store.ts';
import type { SendResult } from '../../notification/send-notification.ts';

/** Takes one of the messages that a target may get in this minute. @returns false where there is none left */
export async function takeTurn(
  db: Db,
  targetId: number,
  { nowSeconds, limit }: { nowSeconds: number; limit: number },
): Promise<boolean> {
  const minute = Math.floor(nowSeconds / 60);
  const { numUpdatedRows } = await db
    .updateTable('notification_targets')
    .set(({ eb }) => ({
      turn_count: eb
        .case()
        .when('turn_minute', '=', minute)
        .then(eb('turn_count', '+', 1))
        .else(1)
        .end(),
      turn_minute: minute,
    }))
    .where('id', '=', targetId)
    .where((eb) => eb.or([eb('turn_minute', '!=', minute), eb('turn_count', '<', limit)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps what the server said last, and since when nothing arrives. */
export async function noteAttempt(
  db: Db,
  targetId: number,
  { isSent, answer, nowSeconds }: SendResult & { nowSeconds: number },
): Promise<void> {
  await db
    .updateTable('notification_targets')
    .set(({ eb, ref }) => ({
      ...{ last_answer: answer, last_time: nowSeconds },
      failing_since: isSent
        ? 0
        : eb.case().when('failing_since', '=', 0).then(nowSeconds).else(ref('failing_since')).end(),
    }))
    .where('id', '=', targetId)
    .execute();
}
