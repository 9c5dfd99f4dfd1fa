import { expect, it } from 'vitest';
import { amazonSignature } from './amazon-signature.ts';

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
