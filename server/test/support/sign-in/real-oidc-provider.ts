import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import Provider from 'oidc-provider';

export interface OidcPerson {
  sub: string;
  [claim: string]: unknown;
}

interface ProviderLook {
  issuer: string;
  /** As registered there. */
  redirectUris: string[];
  client?: { id: string; secret: string };
  /** Without a nonce and claims in the ID token only, as Telegram. */
  isLikeTelegram?: boolean;
  /** Without TLS, as inside a network. */
  isPlain?: boolean;
}

/** A real OpenID provider that signs its person in without asking. */
export function startOidcProvider({
  issuer,
  redirectUris,
  client = { id: 'oidc-client', secret: 'oidc-secret' },
  isLikeTelegram = false,
  isPlain = false,
}: ProviderLook) {
  const state = { person: { sub: 'person-1', preferred_username: 'ann' } as OidcPerson };
  const people = new Map<string, OidcPerson>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const claims = [
    'email',
    'email_verified',
    'name',
    'preferred_username',
    'picture',
    'displayName',
    'avatar',
  ];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of a test'] },
    claims: { openid: ['sub'], profile: claims, email: claims },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: !isLikeTelegram } },
    conformIdTokenClaims: !isLikeTelegram,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => people.get(accountId),
    }),
  });
  provider.proxy = !isPlain;
  const answer = provider.callback();
  const site: RequestListener = async (request, reply) => {
    if (isLikeTelegram) request.url = request.url?.replace(/([?&])nonce=[^&]*/, '$1');
    if (!request.url?.startsWith('/interaction/')) return answer(request, reply);
    const { params } = await provider.interactionDetails(request, reply);
    const accountId = state.person.sub;
    people.set(accountId, state.person);
    const grant = new provider.Grant({ accountId, clientId: params.client_id ?? '' });
    grant.addOIDCScope(params.scope ?? '');
    await provider.interactionFinished(request, reply, {
      login: { accountId, remember: false },
      consent: { grantId: await grant.save() },
    });
  };
  return { client, state, sites: { [issuer]: site } };
}
