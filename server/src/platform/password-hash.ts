/** Loaded with the first password. */
const argon2 = () => import('@node-rs/argon2');
/** Loaded with the first account of one-hub's family that signs in. */
const bcrypt = () => import('@node-rs/bcrypt');

/** argon2id with 19 MiB, two passes, one lane. Source: OWASP Password Storage Cheat Sheet, checked 2025-11. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random text that nobody knows, of the same cost as real ones. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$zfm19co3b/yc1fTYF4t1bg$pric/Ev98dTwDFuSbvfCJLrqZSKR9LOKZEX+DtxuBXo';

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password, cost);
}

/** A hash of one-hub's family. A cost above 14 would take seconds. */
const oldHash = /^\$2[aby]\$(0[4-9]|1[0-4])\$/;

/** Whether a hash is to be renewed as soon as its password is known. */
export const isOldHash = (passwordHash: string): boolean => oldHash.test(passwordHash);

/**
 * @param passwordHash undefined where there is no such account, and no hash for an account without a password: the answer is
 *   no, after as long a time
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  if (isOldHash(passwordHash ?? '')) {
    const { verify } = await bcrypt();
    return verify(password, passwordHash as string);
  }
  const { verify } = await argon2();
  const hash = passwordHash?.startsWith('$argon2id$') ? passwordHash : undefined;
  const isRight = await verify(hash ?? NOBODY, password);
  return isRight && hash !== undefined;
}
