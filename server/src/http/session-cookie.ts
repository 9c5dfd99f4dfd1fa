import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie that a browser keeps its session in; only the server reads it. */
export interface SessionCookie {
  /** Value that the caller sent; undefined if it sent none. */
  value: string | undefined;
  keep(value: string, maxAgeSeconds: number): void;
  forget(): void;
}

export const SESSION_COOKIE = 'session';

export function sessionCookie(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const;
  return {
    value: request.cookies[SESSION_COOKIE],
    keep: (value, maxAge) => void reply.setCookie(SESSION_COOKIE, value, { ...attributes, maxAge }),
    forget: () => void reply.clearCookie(SESSION_COOKIE, attributes),
  };
}
