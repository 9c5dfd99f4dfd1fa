import { expect, it } from 'vitest';
import { readKey } from '../provider.ts';
import { amazonSignature } from './amazon-signature.ts';
import { bedrockProvider } from './bedrock-provider.ts';

/**
 * Amazon's own example of a request without a body.
 * Source: AWS Signature Version 4 test suite, "get-vanilla".
 */
it('signs as Amazon shows it', async () => {
  const headers = await amazonSignature('service').sign(
    {
      keyParts: {
        region: 'us-east-1',
        access_key_id: 'AKIDEXAMPLE',
        secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      },
      other: '',
    },
    {
      ...{ method: 'GET', url: 'https://example.amazonaws.com/', body: new Uint8Array() },
      nowSeconds: Date.UTC(2015, 7, 30, 12, 36) / 1000,
    },
  );
  expect(headers).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      'SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  });
});

const request = {
  ...{ method: 'POST', url: 'https://example.amazonaws.com/model/a%3A0/invoke', body: new Uint8Array() },
  nowSeconds: 0,
};

it('signs the token of a session too', async () => {
  const keyParts = { region: 'r', access_key_id: 'id', secret_access_key: 's', session_token: 't' };
  const headers = await amazonSignature('bedrock').sign({ keyParts, other: '' }, request);
  expect(headers['x-amz-security-token']).toBe('t');
  expect(headers.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,');
});

it('shows an API key as it is', async () => {
  const keyParts = { region: 'r', token: 'bedrock-api-key' };
  expect(await amazonSignature('bedrock').sign({ keyParts, other: '' }, request)).toEqual({
    authorization: 'Bearer bedrock-api-key',
  });
});

it.each([
  ['r|id|secret', { region: 'r', access_key_id: 'id', secret_access_key: 'secret' }],
  [
    'r|id|secret|session',
    { region: 'r', access_key_id: 'id', secret_access_key: 'secret', session_token: 'session' },
  ],
  ['r|key', { region: 'r', token: 'key' }],
  ['key', null],
  ['r||secret', null],
])('a key of Bedrock: %s', (text, parts) => {
  expect(readKey(bedrockProvider.key, text)).toEqual(parts);
});
