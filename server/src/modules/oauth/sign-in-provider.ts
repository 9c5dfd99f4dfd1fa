import type { RedirectProvider, SignInProviderName } from '@turnpike/contract';
import type { ProviderClaims } from '../identity/identity-repository.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { Options } from '../option/options.ts';

/** An account at a provider, as it is linked here and as a new account here begins. */
export interface ProviderAccountFacts extends ProviderClaims {
  provider: SignInProviderName;
  /** A wish: it may be too long, taken, or empty. */
  username: string;
  /** Address of a picture; may be empty. */
  picture: string;
}

/** One visit to a provider. */
export interface Visit {
  state: string;
  redirectUri: string;
  codeChallenge: string;
  nonce: string;
}

/** The end of a visit, as the browser brings it back. */
export interface ProviderReturn {
  code: string;
  state: string;
  /** Issuer in the redirect; empty where the provider names none. */
  iss: string;
  redirectUri: string;
  nonce: string;
  /** Null where the attempt began without a challenge. A verifier without one is refused. */
  codeVerifier: string | null;
}

export type ProviderDeps = Pick<ModuleDeps, 'options' | 'guardedFetch' | 'clock'> & { signal: AbortSignal };

/** A provider that sends the browser back with a code. A new one is a file with this, its options and its texts. */
export interface SignInProvider {
  name: RedirectProvider;
  isOn(options: Options): boolean;
  /** @returns the address that the browser opens */
  authorizeAddress(deps: ProviderDeps, visit: Visit): Promise<string>;
  /** @throws oauth.* when the provider refuses, or gives no usable answer */
  fetchAccount(deps: ProviderDeps, returned: ProviderReturn): Promise<ProviderAccountFacts>;
}
