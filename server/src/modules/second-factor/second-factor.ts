import { role, type SecondFactorView } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { AttemptLimiter } from '../attempt-limiter.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { Options } from '../option/options.ts';
import { hasPasskey } from '../passkey/passkey-repository.ts';
import { authenticatorSince, useAppCode, wrongCode } from './authenticator.ts';
import { countRecoveryCodes, useRecoveryCode } from './recovery-code.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox' | 'options'>;

const limits = { free: 5, longestWaitMs: 10 * 60_000, forgetAfterMs: 60 * 60_000 };

/** Checks codes of authenticator apps and recovery codes. Guesses are slowed down per account. */
export class SecondFactor {
  readonly #deps: Deps;
  readonly #attempts: AttemptLimiter;

  constructor(deps: Deps & { clock: Clock }) {
    this.#deps = deps;
    this.#attempts = new AttemptLimiter({ clock: deps.clock, ...limits });
  }

  /**
   * Uses a code up.
   * @throws second_factor.wrong_code, also for a code that was used before; session.too_many_attempts
   */
  async use(userId: number, code: string): Promise<void> {
    const key = String(userId);
    this.#attempts.start(key);
    const { db, secretBox } = this.#deps;
    const isRight =
      (await useAppCode(this.#deps, userId, code)) ||
      (await useRecoveryCode(db, { secretBox, userId, code }));
    if (!isRight) throw wrongCode();
    this.#attempts.succeeded(key);
  }
}

/** Whether the site requires a second factor of a role. */
export function requiresFactor(options: Pick<Options, 'text'>, roleNumber: number): boolean {
  switch (options.text('SecondFactorRequired')) {
    case 'everyone':
      return true;
    case 'administrators':
      return roleNumber >= role.admin;
    default:
      return false;
  }
}

/** Whether an account has an authenticator app or a passkey. */
export const hasFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await authenticatorSince(db, userId)) !== 0 || hasPasskey(db, userId);

/**
 * Whether a sign-in by a password or a provider asks for more. A passkey alone is no reason: its owner may have made it
 * for convenience, and has no recovery codes.
 */
export async function asksForFactor(
  { db, options }: Pick<Deps, 'db' | 'options'>,
  account: { id: number; role: number },
): Promise<boolean> {
  if ((await authenticatorSince(db, account.id)) !== 0) return true;
  return requiresFactor(options, account.role) && hasPasskey(db, account.id);
}

export async function viewSecondFactor(
  { db, options }: Pick<Deps, 'db' | 'options'>,
  account: { id: number; role: number },
): Promise<SecondFactorView> {
  return {
    authenticator_since: await authenticatorSince(db, account.id),
    recovery_codes: await countRecoveryCodes(db, account.id),
    is_required: requiresFactor(options, account.role),
  };
}
