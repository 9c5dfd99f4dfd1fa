import { parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { KeyParts } from '../provider.ts';
import type { TokenSigner } from '../signer.ts';

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const LIFETIME_SECONDS = 3600;

/** The file of a service account. @returns null where it is none */
export function readServiceAccount(text: string): KeyParts | null {
  const account = parseObject(text);
  const [project, client_email, private_key] = ['project_id', 'client_email', 'private_key'].map((name) =>
    textOf(account?.[name]),
  );
  if (!project || !client_email || !private_key?.includes('PRIVATE KEY')) return null;
  return { project, client_email, private_key, token_uri: textOf(account?.token_uri) || TOKEN_URI };
}

/**
 * A service account's own signature, for which Google gives a token of an hour.
 * Source: Google Identity, "Using OAuth 2.0 for Server to Server Applications"; RFC 7523, section 2.1.
 */
export const googleToken: TokenSigner = {
  kind: 'token',
  async obtain({ keyParts }, { nowSeconds, post }) {
    const url = URL.parse(keyParts.token_uri ?? '');
    if (url === null) throw new GatewayError('upstream.key_refused');
    const assertion = await assertionOf(keyParts, nowSeconds);
    const { status, body } = await post(url, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    });
    const answer = parseObject(body);
    const token = textOf(answer?.access_token);
    if (status !== 200 || token === '') throw refusalOf(status, answer?.error_description ?? answer?.error);
    const lifetime = Number(answer?.expires_in);
    return {
      headers: { authorization: `Bearer ${token}` },
      expiresAtSeconds: nowSeconds + (lifetime > 0 ? Math.min(lifetime, LIFETIME_SECONDS) : LIFETIME_SECONDS),
    };
  },
};

async function assertionOf(
  { private_key = '', client_email = '', token_uri = '' }: KeyParts,
  nowSeconds: number,
): Promise<string> {
  // Loaded with the first key that needs it.
  const { importPKCS8, SignJWT } = await import('jose');
  const key = await importPKCS8(private_key, 'RS256').catch((cause: unknown) => {
    throw new GatewayError('upstream.key_refused', {}, { cause });
  });
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + LIFETIME_SECONDS)
    .sign(key);
}

function refusalOf(status: number, said: unknown): GatewayError {
  const cause = new Error(`${status} ${textOf(said)}`);
  if (status === 429) return new GatewayError('upstream.rate_limited', {}, { cause });
  const isRefused = status >= 400 && status <= 499;
  return new GatewayError(isRefused ? 'upstream.key_refused' : 'upstream.error', {}, { cause });
}
