import type { RequestSigner } from '../signer.ts';

const LIFETIME_SECONDS = 1800;
/** Allowance for clock differences. */
const EARLIER_SECONDS = 5;

/** A JSON Web Token for each request. Source: Kling AI API documents, "Step-3: Generate an API token", checked 2026-11. */
export const klingSigner: RequestSigner = {
  kind: 'request',
  async sign({ keyParts }, { nowSeconds }) {
    const { key, access_key_id: issuer = '', secret_access_key: secret = '' } = keyParts;
    if (key !== undefined) return { authorization: `Bearer ${key}` };
    const { SignJWT } = await import('jose');
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setExpirationTime(nowSeconds + LIFETIME_SECONDS)
      .setNotBefore(nowSeconds - EARLIER_SECONDS)
      .sign(Buffer.from(secret));
    return { authorization: `Bearer ${token}` };
  },
};
