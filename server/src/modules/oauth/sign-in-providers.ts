import { type RedirectProvider, returnPath } from '@turnpike/contract';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Options } from '../option/options.ts';
import { githubProvider } from './github-provider.ts';
import { larkProvider } from './lark-provider.ts';
import { oidcProvider } from './oidc-provider.ts';
import type { SignInProvider } from './sign-in-provider.ts';
import { telegramProvider } from './telegram-provider.ts';

/** Every provider that sends the browser back with a code. */
export const signInProviderOf: Readonly<Record<RedirectProvider, SignInProvider>> = {
  github: githubProvider,
  oidc: oidcProvider,
  lark: larkProvider,
  telegram: telegramProvider,
};

/** A host has at most 253 characters; the address is kept with the attempt. */
const MAX_ADDRESS_LENGTH = 500;

/**
 * Address to which a provider sends the browser back. Without a configured address it is the one that the caller used;
 * the provider compares it with the registered ones.
 * @throws request.invalid where it is too long
 */
export function redirectUriOf(
  options: Options,
  { origin }: Pick<RequestFacts, 'origin'>,
  provider: RedirectProvider,
): string {
  const address = options.text('ServerAddress') || origin;
  if (address.length > MAX_ADDRESS_LENGTH) throw new GatewayError('request.invalid');
  return address.replace(/\/+$/, '') + returnPath(provider);
}
