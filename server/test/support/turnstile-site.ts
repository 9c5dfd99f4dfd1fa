import { randomUUID } from 'node:crypto';
import { AddressError, type GuardedFetch } from '../../src/platform/net/guarded-fetch.ts';

const ADDRESS = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const MEMBERS = ['idempotency_key', 'remoteip', 'response', 'secret'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Cloudflare's secrets for tests. Source: https://developers.cloudflare.com/turnstile/troubleshooting/testing/ */
export const testSecrets = {
  passes: '1x0000000000000000000000000000000AA',
  fails: '2x0000000000000000000000000000000AA',
  spent: '3x0000000000000000000000000000000AA',
};

interface Challenge {
  hostname: string;
  action: string;
  /** Key of the request that used the token. */
  usedBy?: string;
}

/** Plays the site that verifies tokens of Turnstile, and checks what it receives. */
export function playTurnstile(secret: string) {
  const challenges = new Map<string, Challenge>();
  const state = {
    /** The last answers are lost on their way after they were made. */
    lost: 0,
    /** Sent instead of an answer. */
    body: undefined as string | undefined,
    asked: 0,
  };
  const refuse = (code: string) => ({ success: false, 'error-codes': [code], messages: [] });
  const pass = ({ hostname, action }: Challenge) => ({
    ...{ success: true, challenge_ts: '2026-11-28T00:00:00.000Z', hostname, action, cdata: '' },
    'error-codes': [],
  });

  function verify(sent: Record<string, string>): object {
    const challenge = challenges.get(sent.response ?? '');
    if (sent.secret === testSecrets.passes) return pass({ hostname: 'gateway.test', action: 'register' });
    if (sent.secret === testSecrets.fails) return refuse('invalid-input-response');
    if (sent.secret === testSecrets.spent) return refuse('timeout-or-duplicate');
    if (sent.secret !== secret) return refuse('invalid-input-secret');
    if (challenge === undefined) return refuse('invalid-input-response');
    challenge.usedBy ??= sent.idempotency_key as string;
    // The same key again repeats the answer.
    return challenge.usedBy === sent.idempotency_key ? pass(challenge) : refuse('timeout-or-duplicate');
  }

  const guardedFetch: GuardedFetch = async (url, { limitBytes, timeoutMs, request }) => {
    state.asked += 1;
    if (url !== ADDRESS || request?.method !== 'POST') throw new Error(`not an address of Turnstile: ${url}`);
    if (request.headers['content-type'] !== 'application/json') throw new Error('not JSON');
    if (limitBytes > 65_536 || timeoutMs > 10_000) throw new Error('no bound');
    const sent = JSON.parse(request.body ?? '') as Record<string, string>;
    if (Object.keys(sent).sort().join() !== MEMBERS.join()) throw new Error('not the members of a request');
    if (!UUID.test(sent.idempotency_key ?? '')) throw new Error('not an idempotency key');
    const answer = state.body ?? JSON.stringify(verify(sent));
    if (state.lost > 0) {
      state.lost -= 1;
      throw new AddressError('unreachable');
    }
    return { status: 200, bytes: Buffer.from(answer), contentType: 'application/json', headers: {} };
  };
  return {
    guardedFetch,
    state,
    /** A token as the widget of a form gives it. */
    issue(challenge: Challenge): string {
      const token = randomUUID();
      challenges.set(token, challenge);
      return token;
    },
  };
}
