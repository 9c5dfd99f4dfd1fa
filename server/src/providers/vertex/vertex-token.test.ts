import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { fillPlaces } from '../provider.ts';
import type { TokenRequest } from '../signer.ts';
import { vertexProvider } from './vertex-provider.ts';
import { googleToken, readServiceAccount } from './vertex-token.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const file = {
  ...{ type: 'service_account', project_id: 'my-project', client_email: 'me@example.com' },
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const keyParts = readServiceAccount(JSON.stringify(file)) ?? {};
const nowSeconds = Math.floor(Date.now() / 1000);

const obtain = (answer: { status: number; body: string }, parts = keyParts) => {
  const asked: { url: string; form: Readonly<Record<string, string>> }[] = [];
  const post: TokenRequest['post'] = async (url, form) => {
    asked.push({ url: url.href, form });
    return answer;
  };
  const token = googleToken.obtain({ keyParts: parts, other: '' }, { nowSeconds, post });
  return { asked, token };
};

describe('the file of a service account', () => {
  it('is read for what signs', () => {
    expect(keyParts).toEqual({
      ...{ project: 'my-project', client_email: 'me@example.com', private_key: file.private_key },
      token_uri: 'https://oauth2.googleapis.com/token',
    });
  });

  it.each(['', 'sk-1', '[]', '{}', JSON.stringify({ ...file, private_key: 'x' })])('is not %j', (text) => {
    expect(readServiceAccount(text)).toBeNull();
  });
});

describe('a token', () => {
  it('is given for the account’s own signature', async () => {
    const { asked, token } = obtain({ status: 200, body: '{"access_token":"ya29.a","expires_in":1800}' });
    expect(await token).toEqual({
      headers: { authorization: 'Bearer ya29.a' },
      expiresAtSeconds: nowSeconds + 1800,
    });
    expect(asked[0]?.url).toBe('https://oauth2.googleapis.com/token');
    const { payload } = await jwtVerify(asked[0]?.form.assertion ?? '', publicKey, {
      ...{ issuer: 'me@example.com', audience: 'https://oauth2.googleapis.com/token' },
      algorithms: ['RS256'],
    });
    expect(payload).toMatchObject({
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      ...{ iat: nowSeconds, exp: nowSeconds + 3600 },
    });
  });

  it.each([
    [400, '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}', 'upstream.key_refused'],
    [429, '{}', 'upstream.rate_limited'],
    [503, '<html>', 'upstream.error'],
    [200, '{}', 'upstream.error'],
  ])('refused with %i %s is %s', async (status, body, code) => {
    await expect(obtain({ status, body }).token).rejects.toMatchObject({ code });
  });

  it('is not asked for by a broken key', async () => {
    const { asked, token } = obtain({ status: 200, body: '' }, { ...keyParts, private_key: 'PRIVATE KEY' });
    await expect(token).rejects.toMatchObject({ code: 'upstream.key_refused' });
    expect(asked).toEqual([]);
  });
});

it.each([
  ['global', 'https://aiplatform.googleapis.com', 'my-project/locations/global'],
  ['us-east5', 'https://us-east5-aiplatform.googleapis.com', 'my-project/locations/us-east5'],
  ['eu|other', 'https://eu-aiplatform.googleapis.com', 'other/locations/eu'],
])('the region %s has its own address', (other, address, parent) => {
  const channel = { keyParts, other, places: vertexProvider.places?.({ keyParts, other }) ?? {} };
  expect(fillPlaces(vertexProvider.baseUrl, channel)).toBe(address);
  expect(fillPlaces(vertexProvider.forms[0]?.path ?? '', channel)).toBe(
    `/v1/projects/${parent}/publishers/google/models/{model}:generateContent`,
  );
});
