import { isOldHash, isOldPassword } from './old-password.ts';

/** Loaded with the first password. */
const argon2 = () => import('@node-rs/argon2');

/** argon2id with 19 MiB, two passes, one lane. Source: OWASP Password Storage Cheat Sheet, checked 2025-11. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random text that nobody knows, of the same cost as real ones. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$zfm19co3b/yc1fTYF4t1bg$pric/Ev98dTwDFuSbvfCJLrqZSKR9LOKZEX+DtxuBXo';

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password, cost);
}

/**
 * @param passwordHash undefined where there is no such account, and no hash for an account without a password: the answer is
 *   no, after as long a time
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  if (passwordHash !== undefined && isOldHash(passwordHash))
    return isOldPassword({ password, hash: passwordHash });
  const { verify } = await argon2();
  const hash = passwordHash?.startsWith('$argon2id$') ? passwordHash : undefined;
  const isRight = await verify(hash ?? NOBODY, password);
  return isRight && hash !== undefined;
}
