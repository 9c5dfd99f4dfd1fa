import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** A page of its own, outside of the console. */
export interface Page {
  html: string;
  /** The one inline script that may run; empty: none. */
  script: string;
  /** Origin that a form of the page may be sent to; empty: none. */
  formOrigin: string;
}

/** Sends a page under a policy that admits its script and its form's address, nothing else. */
export function answerPage(reply: FastifyReply, { html, script, formOrigin }: Page): FastifyReply {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    script === '' ? "script-src 'none'" : `script-src 'sha256-${hash}'`,
    formOrigin === '' ? "form-action 'none'" : `form-action ${formOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('referrer-policy', 'origin')
    .type('text/html; charset=utf-8')
    .send(html);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
