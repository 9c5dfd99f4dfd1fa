import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Identity } from '../identify/identity-directory.ts';
import type { KeyBalance } from './balance-pages.ts';

/** Reads what keys may still spend. */
export class KeyBalances {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws token.invalid where the key was deleted meanwhile; gateway.unavailable */
  async of({ tokenId, isLimited, expiresAtSeconds }: Identity): Promise<KeyBalance> {
    const row = await this.#db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select([
        'tokens.remain_quota as tokenRemaining',
        'tokens.used_quota as tokenUsed',
        'users.quota as balance',
        'users.used_quota as userUsed',
      ])
      .where('tokens.id', '=', tokenId)
      .executeTakeFirst()
      .catch((cause) => {
        throw new GatewayError('gateway.unavailable', {}, { cause });
      });
    if (row === undefined) throw new GatewayError('token.invalid');
    return {
      isLimited,
      remaining: Math.max(0, isLimited ? Math.min(row.tokenRemaining, row.balance) : row.balance),
      used: isLimited ? row.tokenUsed : row.userUsed,
      expiresAtSeconds,
    };
  }
}
