import { type ErrorCode, logType, redemptionStatus } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { post } from '../../db/ledger.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { clientNetwork } from '../../platform/net/client-network.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { AttemptLimiter } from '../attempt-limiter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { renewReminder } from '../user/balance-reminder.ts';
import { payDebt } from '../user/pay-debt.ts';
import { promoteByTopUps } from '../user-group/promote-by-top-ups.ts';
import { readRedemptionCode } from './redemption-code.ts';
import { findRedeemable, noteRedemptionUse, useRedemption } from './redemption-repository.ts';

const MINUTE_MS = 60_000;
const limit = { free: 10, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: 60 * MINUTE_MS };

/** Slows down callers who guess codes. */
export class RedemptionLimits {
  readonly #byAccount: AttemptLimiter;
  readonly #byNetwork: AttemptLimiter;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#byAccount = new AttemptLimiter({ clock, ...limit });
    this.#byNetwork = new AttemptLimiter({ clock, ...limit });
  }

  /** Runs an attempt; one that succeeds does not count. @throws session.too_many_attempts */
  async run<Result>(userId: number, ip: string, attempt: () => Promise<Result>): Promise<Result> {
    const [account, network] = [String(userId), clientNetwork(ip)];
    this.#byAccount.start(account);
    this.#byNetwork.start(network);
    const result = await attempt();
    this.#byAccount.succeeded(account);
    this.#byNetwork.succeeded(network);
    return result;
  }
}

export interface RedemptionAttempt {
  user: { id: number; username: string };
  /** The code as it was typed. */
  key: string;
  requestId: string;
  /** Address, or the name of another way that the code came by. */
  ip: string;
}

/**
 * Redeems a code: its use, the ledger entry and the log row are one transaction.
 * @returns points that were added
 * @throws redemption.mistyped, .unknown, .used_up, .expired, .disabled, .used_by_you; user.balance_full
 */
export async function redeemCode(deps: ModuleDeps, attempt: RedemptionAttempt): Promise<number> {
  const { db, clock, quotaBook, changes } = deps;
  const { user } = attempt;
  const code = readRedemptionCode(attempt.key);
  if (code === undefined) throw keyError('redemption.mistyped');
  const keyHash = hashSecret(code);
  const found = await findRedeemable(db, keyHash);
  if (found === undefined) throw keyError('redemption.unknown');
  const { id, quota } = found;
  const nowSeconds = clock.nowSeconds();
  const write = () =>
    db.transaction().execute((trx) => writeUse(deps, trx, { attempt, id, quota, nowSeconds }));
  try {
    if (quota > 0) await quotaBook.credit(user.id, quota, write);
    else await write();
  } catch (error) {
    throw error instanceof NotUsable ? await explain(db, keyHash, nowSeconds) : error;
  }
  await payDebt(deps, user.id);
  await db.transaction().execute((trx) => promoteByTopUps(trx, user.id));
  changes.userChanged(user.id);
  return quota;
}

/** The conditional statement did not find the code in a state that can be used. */
class NotUsable extends Error {}

const keyError = (code: ErrorCode): GatewayError =>
  new GatewayError(code, {}, { fields: [{ field: 'key', code }] });

async function explain(db: Db, keyHash: string, nowSeconds: number): Promise<GatewayError> {
  const row = await findRedeemable(db, keyHash);
  if (row === undefined) return keyError('redemption.unknown');
  if (row.status === redemptionStatus.used || row.used_count >= row.max_uses)
    return keyError('redemption.used_up');
  if (row.expires_at > 0 && row.expires_at <= nowSeconds) return keyError('redemption.expired');
  if (row.status === redemptionStatus.disabled) return keyError('redemption.disabled');
  return keyError('redemption.changed');
}

async function writeUse(
  { options }: Pick<ModuleDeps, 'options'>,
  trx: Transaction<Tables>,
  {
    attempt: { user, requestId, ip },
    id,
    quota,
    nowSeconds,
  }: { attempt: RedemptionAttempt; id: number; quota: number; nowSeconds: number },
): Promise<void> {
  const used = await useRedemption(trx, { id, quota, nowSeconds });
  if (used === undefined) throw new NotUsable();
  const use = { redemption_id: id, user_id: user.id, points: quota, redeemed_time: nowSeconds };
  if (!(await noteRedemptionUse(trx, use))) throw keyError('redemption.used_by_you');
  if (used.group !== '') await moveToGroup(trx, user.id, used.group);
  await renewReminder(trx, { options }, { userId: user.id, delta: quota });
  const posted = await post(trx, {
    user_id: user.id,
    kind: 'redemption',
    delta: quota,
    ...{ reference_type: 'code', reference: String(id), actor_id: null, note: '' },
    created_at: nowSeconds,
    log: { request_id: requestId, username: user.username, type: logType.topup, source_ip: ip },
  });
  if (posted === undefined) throw new GatewayError('user.balance_full');
}

/** The group counts as chosen by an administrator, who made the code. A group that was deleted changes nothing. */
async function moveToGroup(trx: Transaction<Tables>, userId: number, symbol: string): Promise<void> {
  const group = await trx
    .selectFrom('user_groups')
    .select('symbol')
    .where('symbol', '=', symbol)
    .executeTakeFirst();
  if (group === undefined) return;
  await trx
    .updateTable('users')
    .set({ group: group.symbol, group_chosen: 1 })
    .where('id', '=', userId)
    .execute();
}
