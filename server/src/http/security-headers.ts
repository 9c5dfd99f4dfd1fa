import { turnstilePages } from '@turnpike/contract';
import type { FastifyReply } from 'fastify';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** The kit's styles are written into the page at run time; scripts are files of our own only. */
const policy = ({ scripts, frames }: { scripts: string; frames: string }): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The playground plays speech that it has received with the reader's key.
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const ownPolicy = policy({ scripts: "'self'", frames: "'self'" });
const turnstilePolicy = policy({ scripts: `'self' ${TURNSTILE}`, frames: TURNSTILE });

const securityHeaders = {
  'content-security-policy': ownPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(securityHeaders);
}

/** Whether a page may have a check by Turnstile. @param url path and query */
export const isTurnstilePage = (url: string): boolean =>
  turnstilePages.includes(url.replace(/[?#].*$/, '').replace(/\/$/, ''));

/** The one exception: a page with a check by Turnstile may load it. */
export function allowTurnstile(reply: FastifyReply): void {
  reply.header('content-security-policy', turnstilePolicy);
}
