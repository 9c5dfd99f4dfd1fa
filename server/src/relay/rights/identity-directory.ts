import type { Db } from '../../db/store.ts';
import { listBudgets } from '../../modules/budget/budget-repository.ts';
import { toBudgetRule } from '../../modules/budget/call-budgets.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { type Identity, toIdentity, toKeylessIdentity } from './identity.ts';

const CAPACITY = 50_000;
/** A wrong key is not looked up again for this long. */
const UNKNOWN_FOR_MS = 5_000;
const UNKNOWN_CAPACITY = 10_000;

/** Finds identities by key, and caches those in use until a change invalidates them. */
export class IdentityDirectory {
  readonly #db: Db;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #known = new Map<string, Identity>();
  readonly #unknown = new Map<string, number>();
  #generation = 0;

  constructor({ db, clock }: { db: Db; clock: Pick<Clock, 'monotonicMs'> }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * @returns the identity at once if it is cached, else a promise
   * @throws token.invalid if no token has the key; gateway.unavailable if the database cannot answer
   */
  find(tokenKey: string): Identity | Promise<Identity> {
    const hash = hashSecret(tokenKey);
    return this.#known.get(hash) ?? this.#read(hash);
  }

  /** Looks up the identity of a user's key without the cache; undefined if the user has no such key. */
  async findToken(tokenId: number, userId: number): Promise<Identity | undefined> {
    return this.#query((tokens) => tokens.where('tokens.id', '=', tokenId).where('users.id', '=', userId));
  }

  /** Looks up a user as the identity of calls without a key; undefined if there is no such user. */
  async findAccount(userId: number): Promise<Identity | undefined> {
    try {
      const row = await this.#db
        .selectFrom('users')
        .select([
          'id as userId',
          'username',
          'status as userStatus',
          'role as userRole',
          'group as userGroup',
          'requests_per_minute',
          'tokens_per_minute',
          'parallel_calls',
        ])
        .where('id', '=', userId)
        .where('deleted_time', '=', 0)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const budgets = await listBudgets(this.#db, 'user', [userId]);
      return toKeylessIdentity(row, budgets.map(toBudgetRule));
    } catch (cause) {
      throw new GatewayError('gateway.unavailable', {}, { cause });
    }
  }

  forgetToken(tokenId: number): void {
    this.forgetTokens([tokenId]);
  }

  forgetTokens(tokenIds: readonly number[]): void {
    const ids = new Set(tokenIds);
    this.#forget((identity) => ids.has(identity.tokenId));
  }

  forgetUser(userId: number): void {
    this.#forget((identity) => identity.userId === userId);
  }

  #forget(isMeant: (identity: Identity) => boolean): void {
    this.#generation += 1;
    this.#unknown.clear();
    for (const [hash, identity] of this.#known) if (isMeant(identity)) this.#known.delete(hash);
  }

  async #read(hash: string): Promise<Identity> {
    const unknownSince = this.#unknown.get(hash);
    if (unknownSince !== undefined && this.#clock.monotonicMs() - unknownSince < UNKNOWN_FOR_MS) {
      throw new GatewayError('token.invalid');
    }
    const generation = this.#generation;
    const identity = await this.#query((tokens) => tokens.where('tokens.key_hash', '=', hash));
    if (identity === undefined) {
      if (this.#unknown.size >= UNKNOWN_CAPACITY) this.#unknown.clear();
      this.#unknown.set(hash, this.#clock.monotonicMs());
      throw new GatewayError('token.invalid');
    }
    // The result may lack a change that happened meanwhile.
    if (generation === this.#generation) {
      if (this.#known.size >= CAPACITY) this.#known.clear();
      this.#known.set(hash, identity);
    }
    return identity;
  }

  async #query(narrow: (tokens: OwnedTokens) => OwnedTokens): Promise<Identity | undefined> {
    try {
      const row = await narrow(ownedTokens(this.#db))
        .select([
          'tokens.id as tokenId',
          'tokens.name as tokenName',
          'tokens.status as tokenStatus',
          'tokens.expired_time as expiresAtSeconds',
          'tokens.unlimited_quota as isUnlimited',
          'tokens.group as tokenGroup',
          'tokens.spare_groups as spares',
          'tokens.setting as setting',
          'tokens.allowed_addresses as addresses',
          'tokens.allowed_models as models',
          'tokens.requests_per_minute as requests_per_minute',
          'tokens.tokens_per_minute as tokens_per_minute',
          'tokens.parallel_calls as parallel_calls',
          'users.requests_per_minute as userRequests',
          'users.tokens_per_minute as userTokens',
          'users.parallel_calls as userParallel',
          'users.id as userId',
          'users.username as username',
          'users.status as userStatus',
          'users.role as userRole',
          'users.group as userGroup',
        ])
        .where('tokens.deleted_time', '=', 0)
        .where('users.deleted_time', '=', 0)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const [ofToken, ofUser] = await Promise.all([
        listBudgets(this.#db, 'token', [row.tokenId]),
        listBudgets(this.#db, 'user', [row.userId]),
      ]);
      return toIdentity(row, [...ofToken, ...ofUser].map(toBudgetRule));
    } catch (cause) {
      throw new GatewayError('gateway.unavailable', {}, { cause });
    }
  }
}

const ownedTokens = (db: Db) => db.selectFrom('tokens').innerJoin('users', 'users.id', 'tokens.user_id');
type OwnedTokens = ReturnType<typeof ownedTokens>;
