import type { Payers, QuotaBook } from '../../billing/quota-book.ts';
import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Identity } from '../rights/identity.ts';
import type { KeyBalance } from './balance-pages.ts';

type Book = Pick<QuotaBook, 'load' | 'leftOf' | 'balanceOf' | 'remainderOf'>;

/** Reads the remaining points of keys. */
export class KeyBalances {
  readonly #db: Db;
  readonly #quotaBook: Book;

  constructor(db: Db, quotaBook: Book) {
    this.#db = db;
    this.#quotaBook = quotaBook;
  }

  /**
   * @param payers with the budgets that count every model
   * @throws token.invalid if the key was deleted meanwhile; gateway.unavailable
   */
  async of({ tokenId, isLimited, expiresAtSeconds }: Identity, payers: Payers): Promise<KeyBalance> {
    await this.#quotaBook.load(payers)?.catch(unavailable);
    const ofBudgets = Math.min(...payers.budgets.map((budget) => this.#quotaBook.leftOf(budget)));
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
      .catch(unavailable);
    if (row === undefined) throw new GatewayError('token.invalid');
    const ofKey = {
      stored: row.tokenRemaining,
      used: row.tokenUsed,
      left: this.#quotaBook.remainderOf(tokenId),
    };
    const ofUser = {
      stored: row.balance,
      used: row.userUsed,
      left: this.#quotaBook.balanceOf(payers.userId),
    };
    const { stored, used, left = stored } = isLimited ? ofKey : ofUser;
    return {
      isLimited,
      remaining: Math.max(0, Math.min(ofUser.left ?? ofUser.stored, ofBudgets, left)),
      // The row lacks charges that are not written yet.
      used: used + stored - left,
      expiresAtSeconds,
    };
  }
}

function unavailable(cause: unknown): never {
  throw new GatewayError('gateway.unavailable', {}, { cause });
}
