import { role, userStatus } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { clientNetwork } from '../../platform/net/client-network.ts';
import { isOldHash } from '../../platform/secrets/old-password.ts';
import { hashPassword, isPassword } from '../../platform/secrets/password-hash.ts';
import { AttemptLimiter, tooManyAttempts } from '../attempt-limiter.ts';
import type { Options } from '../option/options.ts';
import { usernameKey } from '../user/user-names.ts';
import { isKnownNetwork } from './sign-in-networks.ts';
import type { ProvedAccount } from './sign-in-proof.ts';

const MINUTE_MS = 60_000;
/** Wrong passwords for one account from one network. */
const pairLimit = { free: 10, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: 10 * MINUTE_MS };
/** Wrong passwords for one account from a network that it was signed in from, which others may use too. */
const knownPairLimit = { free: 100, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: 10 * MINUTE_MS };
/** Wrong passwords for one account from all networks that it was never signed in from. */
const accountLimit = { free: 30, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: 60 * MINUTE_MS };
/** Wrong passwords from one network for all accounts. */
const networkLimit = { free: 50, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: 10 * MINUTE_MS };

export interface Credentials {
  /** User name or e-mail address. */
  username: string;
  password: string;
}

/**
 * Checks names and passwords. Guesses are slowed down per name and network, per name, and per network. From a network
 * with an earlier sign-in of the account, the right password works until a hundred were wrong there. So no stranger can
 * lock an account. The name counts as it is typed: counted by account, a user name and an e-mail address that belong
 * together could be distinguished from two that do not.
 */
export class SignIn {
  readonly #db: Db;
  readonly #options: Pick<Options, 'flag'>;
  readonly #byPair: AttemptLimiter;
  readonly #byKnownPair: AttemptLimiter;
  readonly #byAccount: AttemptLimiter;
  readonly #byNetwork: AttemptLimiter;
  readonly #confirmations: AttemptLimiter;

  constructor({ db, clock, options }: { db: Db; clock: Clock; options: Pick<Options, 'flag'> }) {
    this.#db = db;
    this.#options = options;
    this.#byPair = new AttemptLimiter({ clock, ...pairLimit });
    this.#byKnownPair = new AttemptLimiter({ clock, ...knownPairLimit });
    this.#byAccount = new AttemptLimiter({ clock, ...accountLimit });
    this.#byNetwork = new AttemptLimiter({ clock, ...networkLimit });
    this.#confirmations = new AttemptLimiter({ clock, ...pairLimit });
  }

  /**
   * @throws session.wrong_credentials, the same for a wrong name, a wrong password and a disabled account;
   *   session.password_off, the same for all but root's own password; session.too_many_attempts
   */
  async check({ username, password }: Credentials, ip: string): Promise<ProvedAccount> {
    const name = usernameKey(username);
    const network = clientNetwork(ip);
    const account = await findCredentials(this.#db, name);
    // Asked for no account as well: the answer must not come sooner for a name that nobody has.
    const isKnown = await isKnownNetwork(this.#db, account?.id ?? 0, network);
    const pairKey = `${network} ${name}`;
    const waitSeconds = this.#byPair.note(pairKey);
    if (isKnown) {
      this.#byKnownPair.start(pairKey);
    } else {
      if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
      this.#byNetwork.start(network);
      this.#byAccount.start(name);
    }
    const isRight = await isPassword(password, account?.password_hash);
    const isAllowed = this.#options.flag('PasswordLoginEnabled') || (isRight && account?.role === role.root);
    if (!isAllowed) throw new GatewayError('session.password_off');
    if (!isRight || account?.status !== userStatus.enabled)
      throw waitSeconds > 0 ? tooManyAttempts(waitSeconds) : new GatewayError('session.wrong_credentials');
    this.#byPair.succeeded(pairKey);
    if (isKnown) {
      this.#byKnownPair.succeeded(pairKey);
    } else {
      this.#byNetwork.succeeded(network);
      this.#byAccount.succeeded(name);
    }
    const passwordHash = await renewedHash(this.#db, account, password);
    return { userId: account.id, proof: { kind: 'password', passwordHash } };
  }

  /**
   * Asks an account that is signed in for its password again.
   * @returns the hash that it was checked with
   * @throws user.wrong_password or session.too_many_attempts
   */
  async confirm(userId: number, password: string): Promise<string> {
    const key = String(userId);
    this.#confirmations.start(key);
    const account = await this.#db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (account === undefined || !(await isPassword(password, account.password_hash)))
      throw new GatewayError('user.wrong_password');
    this.#confirmations.succeeded(key);
    return account.password_hash;
  }
}

/** Replaces a hash of one-hub's family, now that its password is known. @returns the hash that is stored */
async function renewedHash(
  db: Db,
  { id, password_hash }: { id: number; password_hash: string },
  password: string,
): Promise<string> {
  if (!isOldHash(password_hash)) return password_hash;
  const renewed = await hashPassword(password);
  // A password that was set meanwhile stays.
  await db
    .updateTable('users')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
  return renewed;
}

/** By user name first, then by e-mail address; an address that two accounts have names nobody. */
async function findCredentials(db: Db, name: string) {
  const accounts = db
    .selectFrom('users')
    .select(['id', 'status', 'role', 'password_hash'])
    .where('deleted_time', '=', 0);
  const byName = await accounts.where('username_key', '=', name).executeTakeFirst();
  if (byName !== undefined || !name.includes('@')) return byName;
  const byEmail = await accounts.where('email', '=', name).limit(2).execute();
  return byEmail.length === 1 ? byEmail[0] : undefined;
}
