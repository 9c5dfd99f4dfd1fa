import { GatewayError } from '../platform/gateway-error.ts';
import type { SignedIn } from './contract-routes.ts';

/**
 * Sign-in data is changed by a session only, so that a found access token cannot take over an account.
 * @throws access_token.not_allowed
 */
export function assertInPerson({ proof }: SignedIn): void {
  if (proof !== 'session') throw new GatewayError('access_token.not_allowed');
}

/** @returns the account's number. @throws access_token.not_allowed */
export function inPerson(user: SignedIn): number {
  assertInPerson(user);
  return user.id;
}
