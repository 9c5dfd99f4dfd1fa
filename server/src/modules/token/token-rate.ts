import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

const HOUR_SECONDS = 3600;

/**
 * Limits the tokens that an account makes within an hour, deleted ones included. The rows are counted, so that all
 * nodes agree. While the account's row is locked, no other request adds one.
 * @param limit tokens an hour; 0 is no limit
 * @throws token.too_many_in_hour with the wait
 */
export async function assertMadeFew(
  db: Db,
  userId: number,
  { limit, nowSeconds }: { limit: number; nowSeconds: number },
): Promise<void> {
  if (limit === 0) return;
  // With the limit reached, this token has to leave the hour first.
  const oldest = await db
    .selectFrom('tokens')
    .select('created_time')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const waitSeconds = (oldest?.created_time ?? 0) + HOUR_SECONDS - nowSeconds;
  if (waitSeconds <= 0) return;
  const parameters = { minutes: Math.ceil(waitSeconds / 60), retryAfterSeconds: waitSeconds };
  throw new GatewayError('token.too_many_in_hour', parameters);
}
