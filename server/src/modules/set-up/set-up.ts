import { timingSafeEqual } from 'node:crypto';
import {
  passwordLength,
  password as passwordShape,
  role,
  type setUpInput,
  username as usernameShape,
} from '@turnpike/contract';
import type { z } from 'zod';
import { GatewayError } from '../../platform/gateway-error.ts';
import { clientNetwork } from '../../platform/net/client-network.ts';
import { hashPassword } from '../../platform/secrets/password-hash.ts';
import { newSetUpCode } from '../../platform/secrets/random-ids.ts';
import { hashSecret } from '../../platform/secrets/secret-box.ts';
import { StartError } from '../../platform/start-error.ts';
import { AttemptLimiter } from '../attempt-limiter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { ProvedAccount } from '../session/sign-in-proof.ts';
import { insertFirstRows } from './first-rows.ts';

const slowDown = { longestWaitMs: 10 * 60_000, forgetAfterMs: 10 * 60_000 };
const FREE_PER_NETWORK = 10;
const FREE_IN_TOTAL = 100;

type SetUpInput = Omit<z.output<typeof setUpInput>, 'code'>;

/**
 * Makes the root account, once: with the code that the start prints, or from the settings. The code lives in
 * memory only, and every start makes another one.
 */
export class SetUp {
  readonly #deps: ModuleDeps;
  readonly #byAddress: AttemptLimiter;
  readonly #inTotal: AttemptLimiter;
  #code: string | null = newSetUpCode();
  #isUnderWay = false;

  private constructor(deps: ModuleDeps) {
    const { clock } = deps;
    this.#deps = deps;
    this.#byAddress = new AttemptLimiter({ clock, free: FREE_PER_NETWORK, ...slowDown });
    this.#inTotal = new AttemptLimiter({ clock, free: FREE_IN_TOTAL, ...slowDown });
  }

  /** @throws StartError when the settings name a root account that cannot be made */
  static async start(deps: ModuleDeps): Promise<SetUp> {
    const setUp = new SetUp(deps);
    if (await hasRoot(deps)) setUp.#code = null;
    else if (deps.settings.rootAccount !== null) await setUp.#makeFromSettings(deps.settings.rootAccount);
    return setUp;
  }

  /** The code to print for the owner; null once there is a root account. */
  get code(): string | null {
    return this.#code;
  }

  get isDone(): boolean {
    return this.#code === null;
  }

  /** @throws set_up.already_done, set_up.wrong_code or session.too_many_attempts */
  checkCode(code: string, ip: string): void {
    if (this.#code === null) throw new GatewayError('set_up.already_done');
    this.#byAddress.start(clientNetwork(ip));
    this.#inTotal.start('');
    if (!isSameText(code, this.#code)) {
      throw new GatewayError(
        'set_up.wrong_code',
        {},
        { fields: [{ field: 'code', code: 'set_up.wrong_code' }] },
      );
    }
    this.#byAddress.succeeded(clientNetwork(ip));
    this.#inTotal.succeeded('');
  }

  /** @throws set_up.already_done */
  async makeRoot({ username, password, system_name, language }: SetUpInput): Promise<ProvedAccount> {
    if (this.isDone || this.#isUnderWay) throw new GatewayError('set_up.already_done');
    this.#isUnderWay = true;
    try {
      const root = await this.#insertRoot({ username, password });
      await this.#deps.options.set('SystemName', system_name);
      await this.#deps.options.set('Language', language);
      this.#deps.changes.optionsChanged();
      return root;
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #insertRoot({ username, password }: { username: string; password: string }): Promise<ProvedAccount> {
    const { db, clock, changes } = this.#deps;
    const passwordHash = await hashPassword(password);
    const userId = await db
      .transaction()
      .execute((trx) => insertFirstRows(trx, { username, passwordHash }, clock.nowSeconds()));
    this.#code = null;
    await changes.routingChanged();
    return { userId, proof: { kind: 'password', passwordHash } };
  }

  async #makeFromSettings({ username, password }: { username: string; password: string }): Promise<void> {
    const name = usernameShape().safeParse(username);
    if (!name.success)
      throw new StartError('TURNPIKE_ROOT_USERNAME must have 3 to 12 characters, no spaces or @.');
    if (!passwordShape().safeParse(password).success) {
      throw new StartError(
        `TURNPIKE_ROOT_PASSWORD must have ${passwordLength.min} to ${passwordLength.max} characters.`,
      );
    }
    await this.#insertRoot({ username: name.data, password });
  }
}

async function hasRoot({ db }: ModuleDeps): Promise<boolean> {
  const root = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', role.root)
    .where('deleted_time', '=', 0)
    .executeTakeFirst();
  return root !== undefined;
}

/** Hashes have one length, so the comparison takes the same time for every text. */
const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
