import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AddressError, type GuardedFetch } from '../../platform/net/guarded-fetch.ts';

/** Source: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const ADDRESS = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const LIMIT_BYTES = 16_384;
const TIMEOUT_MS = 5000;
/** The second try has the same idempotency key, so it is no second use of the token. */
const TRIES = 2;

const answerShape = z.object({
  success: z.boolean(),
  hostname: z.string().optional().catch(undefined),
  action: z.string().optional().catch(undefined),
  'error-codes': z.array(z.string()).catch([]),
});

export interface Verification {
  secret: string;
  token: string;
  ip: string;
  signal: AbortSignal;
}

/** `unreachable`: no answer that can be read. `misconfigured`: Cloudflare refuses the secret. */
export type VerifiedToken =
  | { outcome: 'passed'; hostname: string; action: string }
  | { outcome: 'refused' | 'spent' | 'unreachable' | 'misconfigured' };

/** Asks Cloudflare about a token. A token passes once and is valid for 300 seconds. */
export async function verifyToken(
  guardedFetch: GuardedFetch,
  { secret, token, ip, signal }: Verification,
): Promise<VerifiedToken> {
  const body = JSON.stringify({ secret, response: token, remoteip: ip, idempotency_key: randomUUID() });
  const headers = { 'content-type': 'application/json' };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const limits = { limitBytes: LIMIT_BYTES, timeoutMs: TIMEOUT_MS, signal };
    try {
      const answer = await guardedFetch(ADDRESS, { ...limits, request: { method: 'POST', headers, body } });
      const verified = readAnswer(answer.bytes);
      if (verified.outcome !== 'unreachable') return verified;
    } catch (error) {
      if (!(error instanceof AddressError)) throw error;
    }
  }
  return { outcome: 'unreachable' };
}

/** The status is not asked: a refusal has another one in some versions of the API. */
function readAnswer(bytes: Buffer): VerifiedToken {
  const answer = answerShape.safeParse(parseJson(bytes));
  if (!answer.success) return { outcome: 'unreachable' };
  const { success, hostname = '', action = '', 'error-codes': codes } = answer.data;
  if (success) return { outcome: 'passed', hostname, action };
  if (codes.includes('timeout-or-duplicate')) return { outcome: 'spent' };
  if (codes.includes('internal-error')) return { outcome: 'unreachable' };
  if (codes.some((code) => code.endsWith('-input-secret'))) return { outcome: 'misconfigured' };
  return { outcome: 'refused' };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
