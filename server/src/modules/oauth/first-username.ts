import { type SignInProviderName, username } from '@turnpike/contract';

const MAX_LENGTH = 12;
const isUsername = (text: string): boolean => username().safeParse(text).success;

/**
 * A user name from the one at a provider, cut to the rules here.
 * @returns the empty text where nothing usable is left
 */
export function usernameFrom(wish: string): string {
  const cut = wish
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}@/\\\uFFFD]+/gu, '')
    .slice(0, MAX_LENGTH)
    // The cut may have split a character.
    .replace(/[\uD800-\uDBFF]$/, '');
  return isUsername(cut) ? cut : '';
}

/** A name such as `github_7`, with less of the provider where the number is long. */
export function numberedUsername(provider: SignInProviderName, number: number): string {
  const end = `_${number}`;
  return provider.slice(0, MAX_LENGTH - end.length) + end;
}
