import type { Configuration } from 'openid-client';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Options } from '../option/options.ts';
import { noAnswer, subjectFrom, textOf } from './ask-provider.ts';
import { createDiscovery, type OidcClient, toRefusal } from './oidc-discovery.ts';
import type { ProviderReturn, SignInProvider } from './sign-in-provider.ts';

interface OidcPreset extends Pick<SignInProvider, 'name' | 'isOn'> {
  clientOf(options: Options): OidcClient;
  /** Separated by commas or spaces; `openid` is always requested. */
  scopesOf(options: Options): string;
  /** Claim that holds the user name. */
  usernameClaimOf(options: Options): string;
  /** People without the claim cannot sign in. */
  requiresUsername: boolean;
  /** False where the provider does not return the nonce in the ID token. PKCE binds the code to the attempt anyway. */
  returnsNonce: boolean;
}

/**
 * A provider with OpenID Connect. Issuer and subject identify an account, so that another issuer's accounts are
 * others. Claims are read from the ID token and the user information, by their standard names and by one-hub's.
 * Source: OpenID Connect Core 1.0; docs/reference/compatibility.md, "Options".
 */
export function createOidcProvider(preset: OidcPreset): SignInProvider {
  const { name, isOn, returnsNonce } = preset;
  const discover = createDiscovery(preset.clientOf);
  return {
    name,
    isOn,

    async authorizeAddress(deps, { state, redirectUri, codeChallenge, nonce }) {
      const { authorization_endpoint = '' } = (await discover(deps)).serverMetadata();
      const address = new URL(authorization_endpoint);
      const parameters = {
        client_id: preset.clientOf(deps.options).clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scopesFrom(preset.scopesOf(deps.options)),
        state,
        ...(returnsNonce && { nonce }),
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      };
      // The address may have a query of its own, in which no parameter of this attempt counts.
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
      return address.href;
    },

    async fetchAccount(deps, returned) {
      const configuration = await discover(deps);
      const claims = await fetchClaims(configuration, { ...returned, returnsNonce });
      const subject = subjectFrom(claims.sub);
      const username = textOf(claims[preset.usernameClaimOf(deps.options)]);
      if (username === '' && preset.requiresUsername)
        throw new GatewayError('oauth.not_permitted', {}, { cause: 'no name in the claim' });
      const email = textOf(claims.email);
      return {
        provider: name,
        subject: `${configuration.serverMetadata().issuer} ${subject}`,
        name: textOf(claims.name) || textOf(claims.displayName) || username,
        email,
        // Some providers send it as a text.
        emailVerified: email !== '' && (claims.email_verified === true || claims.email_verified === 'true'),
        username,
        picture: textOf(claims.picture) || textOf(claims.avatar),
      };
    },
  };
}

/** Separated by commas in one-hub, by spaces in the protocol; `openid` makes it a sign-in. */
function scopesFrom(option: string): string {
  const scopes = option.split(/[\s,]+/).filter((scope) => scope !== '');
  return [...new Set(['openid', ...scopes])].join(' ');
}

/** The flag of one document says nothing about the address of another. */
function emailOf(...documents: Record<string, unknown>[]) {
  const source = documents.find(({ email }) => textOf(email) !== '');
  return { email: source?.email, email_verified: source?.email_verified };
}

async function fetchClaims(
  configuration: Configuration,
  {
    code,
    state,
    iss,
    redirectUri,
    nonce,
    codeVerifier,
    returnsNonce,
  }: ProviderReturn & Pick<OidcPreset, 'returnsNonce'>,
): Promise<Record<string, unknown>> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
  const address = new URL(redirectUri);
  address.search = new URLSearchParams({ code, state, ...(iss !== '' && { iss }) }).toString();
  try {
    const answer = await authorizationCodeGrant(configuration, address, {
      ...(returnsNonce && { expectedNonce: nonce }),
      expectedState: state,
      idTokenExpected: true,
      ...(codeVerifier !== null && { pkceCodeVerifier: codeVerifier }),
    });
    const claims = answer.claims();
    if (claims === undefined) throw noAnswer('no ID token');
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return { ...claims };
    const shown = await fetchUserInfo(configuration, answer.access_token, claims.sub);
    return { ...claims, ...shown, ...emailOf(shown, claims), sub: claims.sub };
  } catch (error) {
    throw toRefusal(error, configuration.serverMetadata().issuer);
  }
}
