import type { RequestSigner } from '../signer.ts';

/**
 * Signs a request for one of Amazon's services; a key that is a token is shown as it is.
 * Source: AWS Identity and Access Management, "AWS Signature Version 4 for API requests".
 */
export const amazonSignature = (service: string): RequestSigner => ({
  kind: 'request',
  async sign(
    { keyParts: { region = '', access_key_id = '', secret_access_key = '', session_token, token } },
    { method, url, body, nowSeconds },
  ) {
    if (token !== undefined) return { authorization: `Bearer ${token}` };
    // Loaded with the first call that needs it.
    const { AwsV4Signer } = await import('aws4fetch');
    const signer = new AwsV4Signer({
      ...{ method, url, service, region },
      body: body as Uint8Array<ArrayBuffer>,
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
      ...(session_token !== undefined && { sessionToken: session_token }),
      datetime: new Date(nowSeconds * 1000).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    return {
      authorization: await signer.authHeader(),
      'x-amz-date': signer.datetime,
      ...(session_token !== undefined && { 'x-amz-security-token': session_token }),
    };
  },
});
