import type { SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/**
 * What decides who can sign in is changed by a session only: whoever finds an access token may not take an account
 * over with it.
 * @throws access_token.not_allowed
 */
export function assertInPerson({ proof }: SignedIn): void {
  if (proof !== 'session') throw new GatewayError('access_token.not_allowed');
}
