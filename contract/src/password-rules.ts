import { z } from 'zod';

/** Characters that a password has. */
export const passwordLength = { min: 8, max: 64 } as const;

export const password = () => z.string().min(passwordLength.min).max(passwordLength.max);

/** The proof of a change of the own ways to sign in, sent with it. */
export const currentPassword = () =>
  z
    .string()
    .max(passwordLength.max)
    .optional()
    .describe(
      'For changes of the own sign-in, the password of an account without a second factor; a confirmation may replace it',
    );
