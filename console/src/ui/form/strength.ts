import { passwordLength } from '@turnpike/contract/password-rules';

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const classes = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u];

/**
 * A rough word for how hard a password is to guess: length counts most, then different characters, then kinds of
 * them. It is a hint; the server only asks for the length.
 */
export function strengthOf(password: string): Strength {
  if (password.length < passwordLength.min) return 'short';
  const different = new Set(password).size;
  const kinds = classes.filter((kind) => kind.test(password)).length;
  const score = Math.min(password.length, different * 2) + kinds * 2;
  if (score < 14) return 'weak';
  return score < 20 ? 'fair' : 'strong';
}
