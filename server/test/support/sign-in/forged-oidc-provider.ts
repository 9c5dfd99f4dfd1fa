import { generateKeyPairSync, sign } from 'node:crypto';
import { json, redirect, type Site } from './fake-internet.ts';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider that claims what a test makes it claim, in documents that a real one would not give. */
export function startForgedOidcProvider(issuer: string) {
  const client = { id: 'forged-client', secret: 'forged-secret' };
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forged = {
    issuer,
    client,
    /** Members of the discovery document in place of the honest ones. */
    document: {} as Record<string, unknown>,
    /** Claims of the next ID token. */
    claims: {} as Record<string, unknown>,
    /** Undefined: the provider has no user information. */
    userInfo: undefined as Record<string, unknown> | undefined,
    site: undefined as unknown as Site,
  };
  let nonce = '';

  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1000);
    const known = { iss: issuer, aud: client.id, iat: now, exp: now + 60, nonce };
    const text = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded({ ...known, ...forged.claims })}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const document = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...(forged.userInfo !== undefined && { userinfo_endpoint: `${issuer}/me` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...forged.document,
  });
  forged.site = ({ url }) => {
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(document());
      case '/auth': {
        const { redirect_uri = '', state = '', ...query } = Object.fromEntries(url.searchParams);
        nonce = query.nonce ?? '';
        return redirect(`${redirect_uri}?${new URLSearchParams({ code: 'c', state })}`);
      }
      case '/token':
        return json({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token: idToken() });
      case '/keys':
        return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }] });
      case '/me':
        return json(forged.userInfo);
      default:
        return undefined;
    }
  };
  return forged;
}
export type ForgedOidcProvider = ReturnType<typeof startForgedOidcProvider>;
