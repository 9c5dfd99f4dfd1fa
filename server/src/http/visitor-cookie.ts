import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names a browser before it is signed in, so that states and codes work in the browser that asked for them only. */
export interface VisitorCookie {
  /** Random value of the browser; undefined if it sent none. */
  value: string | undefined;
  /** The browser's value; one without a value gets one with the answer. */
  keep(): string;
}

const VISITOR_COOKIE = 'visitor';
/** Longer than any state or code. */
const MAX_AGE_SECONDS = 3600;
const FORM = /^[\w-]{43}$/;

export function visitorCookie(request: FastifyRequest, reply: FastifyReply): VisitorCookie {
  const sent = request.cookies[VISITOR_COOKIE];
  let value = sent !== undefined && FORM.test(sent) ? sent : undefined;
  return {
    value,
    keep() {
      value ??= randomBytes(32).toString('base64url');
      reply.setCookie(VISITOR_COOKIE, value, {
        ...{ path: '/api', httpOnly: true, sameSite: 'strict', maxAge: MAX_AGE_SECONDS },
        secure: request.protocol === 'https',
      });
      return value;
    },
  };
}
