import { availableParallelism } from 'node:os';
import { WorkQueue } from '../work-queue.ts';
import { isOldHash, isOldPassword } from './old-password.ts';

/** Loaded with the first password. */
const argon2 = () => import('@node-rs/argon2');

/** argon2id with 19 MiB, two passes, one lane. Source: OWASP Password Storage Cheat Sheet, checked 2025-11. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random text that nobody knows, of the same cost as real ones. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$zfm19co3b/yc1fTYF4t1bg$pric/Ev98dTwDFuSbvfCJLrqZSKR9LOKZEX+DtxuBXo';

/** Leaves a core to relayed calls. Benchmark: e2e/speed/sign-in.speed.ts. */
const queue = new WorkQueue({ atOnce: Math.max(1, availableParallelism() - 1), maxWaiting: 500 });

/** @throws session.too_many_attempts when too many passwords wait already */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return queue.run(() => hash(password, cost));
}

/**
 * @param passwordHash undefined where there is no such account, and no hash for an account without a password: the answer is
 *   no, after as long a time
 * @throws session.too_many_attempts when too many passwords wait already
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  if (passwordHash !== undefined && isOldHash(passwordHash))
    return queue.run(() => isOldPassword({ password, hash: passwordHash }));
  const { verify } = await argon2();
  const hash = passwordHash?.startsWith('$argon2id$') ? passwordHash : undefined;
  const isRight = await queue.run(() => verify(hash ?? NOBODY, password));
  return isRight && hash !== undefined;
}
