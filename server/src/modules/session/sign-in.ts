import { userStatus } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { clientNetwork } from '../../platform/client-network.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { AttemptLimiter } from '../attempt-limiter.ts';
import { isPassword } from './password.ts';
import type { CheckedAccount } from './session.ts';

const WINDOW_MS = 10 * 60_000;
const ATTEMPTS_PER_ACCOUNT = 10;
const ATTEMPTS_PER_ADDRESS = 50;

export interface Credentials {
  /** User name or e-mail address. */
  username: string;
  password: string;
}

/** Checks names and passwords, a limited number of times for each account and each address. */
export class SignIn {
  readonly #db: Db;
  readonly #byAccount: AttemptLimiter;
  readonly #byAddress: AttemptLimiter;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#byAccount = new AttemptLimiter({ clock, limit: ATTEMPTS_PER_ACCOUNT, windowMs: WINDOW_MS });
    this.#byAddress = new AttemptLimiter({ clock, limit: ATTEMPTS_PER_ADDRESS, windowMs: WINDOW_MS });
  }

  /**
   * @throws session.wrong_credentials, the same for a wrong name, a wrong password and a disabled account;
   *   session.too_many_attempts
   */
  async check({ username, password }: Credentials, ip: string): Promise<CheckedAccount> {
    const name = username.toLowerCase();
    this.#byAddress.start(clientNetwork(ip));
    const account = await findCredentials(this.#db, name);
    // By name or by e-mail address, it is one account.
    const key = account?.username_key ?? name;
    this.#byAccount.start(key);
    const isRight = await isPassword(password, account?.password_hash);
    if (!isRight || account?.status !== userStatus.enabled)
      throw new GatewayError('session.wrong_credentials');
    this.#byAddress.succeeded(clientNetwork(ip));
    this.#byAccount.succeeded(key);
    return { userId: account.id, passwordHash: account.password_hash };
  }

  /**
   * Asks an account that is signed in for its password again.
   * @returns the hash that it was checked with
   * @throws user.wrong_password or session.too_many_attempts
   */
  async confirm(userId: number, password: string): Promise<string> {
    const key = `#${userId}`;
    this.#byAccount.start(key);
    const account = await this.#db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (account === undefined || !(await isPassword(password, account.password_hash)))
      throw new GatewayError('user.wrong_password');
    this.#byAccount.succeeded(key);
    return account.password_hash;
  }
}

/** By user name first, then by e-mail address; an address that two accounts have names nobody. */
async function findCredentials(db: Db, name: string) {
  const accounts = db
    .selectFrom('users')
    .select(['id', 'username_key', 'status', 'password_hash'])
    .where('deleted_time', '=', 0);
  const byName = await accounts.where('username_key', '=', name).executeTakeFirst();
  if (byName !== undefined || !name.includes('@')) return byName;
  const byEmail = await accounts.where('email', '=', name).limit(2).execute();
  return byEmail.length === 1 ? byEmail[0] : undefined;
}
