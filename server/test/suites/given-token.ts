import { generateKeyPairSync, verify } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const CLIENT = 'me-…@my-project.iam.gserviceaccount.com';

/** The file of a service account that `giveToken` knows; `…` stands for the rest of its name. */
export const serviceAccount = (tokenUrl: string): string =>
  JSON.stringify({
    ...{ type: 'service_account', project_id: 'my-project', client_email: CLIENT, token_uri: tokenUrl },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });

const parse = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

/** The answer of Google's server to an account's signature; null if it refuses it. */
export function giveToken(form: Record<string, unknown>): { status: number; body: string } | null {
  if (form.grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return null;
  const [head = '', claims = '', signature = ''] = String(form.assertion).split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || parse(head).alg !== 'RS256') return null;
  const { iss, aud, scope, iat, exp } = parse(claims);
  const isRight =
    /^me-[^…]+@my-project\.iam\.gserviceaccount\.com$/.test(String(iss)) &&
    String(aud).endsWith('/token') &&
    scope === 'https://www.googleapis.com/auth/cloud-platform' &&
    Number(exp) - Number(iat) === 3600;
  if (!isRight) return null;
  const [, rest] = String(iss).split(/[-@]/);
  return { status: 200, body: JSON.stringify({ access_token: `ya29.${rest}`, expires_in: 3599 }) };
}
