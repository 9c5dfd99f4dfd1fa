import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** A page of its own, outside of the console. */
export interface Page {
  html: string;
  /** The one inline script that may run; empty: none. */
  script: string;
  /** Addresses that a form of the page may be sent to, with its redirects, as a policy has them; empty: none. */
  formTargets: string;
  /** Scheme that its script may open in frames, such as `weixin:`, by which it talks to the app around it. */
  frameScheme?: string;
  /** 200 unless given. */
  status?: number;
}

/** Sends the browser on to another address. */
export interface Redirect {
  location: string;
}

export type PageAnswer = Page | Redirect;

/** Sends a page under a policy that admits its script and its form's address, nothing else; or a redirect. */
export function answerPage(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if ('location' in answer)
    return reply
      .header('referrer-policy', 'origin')
      .type('text/html; charset=utf-8')
      .redirect(answer.location);
  const { html, script, formTargets, frameScheme, status = 200 } = answer;
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    script === '' ? "script-src 'none'" : `script-src 'sha256-${hash}'`,
    formTargets === '' ? "form-action 'none'" : `form-action ${formTargets}`,
    ...(frameScheme === undefined ? [] : [`frame-src ${frameScheme}`]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .code(status)
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
