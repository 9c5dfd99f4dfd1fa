import type { callRate } from '@turnpike/contract';
import type { z } from 'zod';
import type { Db } from '../../db/store.ts';
import type { SignedIn } from '../../http/contract-routes.ts';

/** Calls of the last minute. */
export interface CallMeter {
  lastMinute(userId: number): { calls: number; tokens: number };
  /** Sums over all accounts. */
  lastMinuteOfAll(): { calls: number; tokens: number };
}

/** An account's present use of its group's limit; tokens have no limit. */
export async function readRate(db: Db, meter: CallMeter, user: SignedIn): Promise<z.output<typeof callRate>> {
  const group = await db
    .selectFrom('user_groups')
    .select('api_rate')
    .where('symbol', '=', user.group)
    .where('enable', '=', 1)
    .executeTakeFirst();
  const maxRPM = group?.api_rate ?? 0;
  const { calls, tokens } = meter.lastMinute(user.id);
  return {
    rpm: calls,
    maxRPM,
    usageRpmRate: maxRPM === 0 ? 0 : Math.floor((calls / maxRPM) * 10_000) / 100,
    tpm: tokens,
    maxTPM: 0,
    usageTpmRate: 0,
  };
}
