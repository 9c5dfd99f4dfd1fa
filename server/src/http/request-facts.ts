import { CONFIRMATION_HEADER, type Language } from '@turnpike/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type KnownStates, parseIfMatch } from '../platform/etag.ts';
import { addressIn, plainAddress } from '../platform/net/client-network.ts';
import { readerLanguage } from './reader-language.ts';
import { type SessionCookie, sessionCookie } from './session-cookie.ts';
import { type VisitorCookie, visitorCookie } from './visitor-cookie.ts';

/** Facts about a request that a handler may use in addition to its values. */
export interface RequestFacts {
  requestId: string;
  /** Address of the caller, or the address that trusted proxies report. */
  ip: string;
  userAgent: string;
  /** Address that the caller used, as `https://gateway.example`. */
  origin: string;
  /** Aborted when the caller leaves before the answer is complete. */
  signal: AbortSignal;
  /** Undefined where the request names none of the site's languages. */
  language: Language | undefined;
  sessionCookie: SessionCookie;
  visitorCookie: VisitorCookie;
  /** Token of a confirmed action, from its header; empty when there is none. */
  confirmation: string;
  /** From `If-Match`; undefined changes an entry whatever its state. */
  knownStates: KnownStates;
}

const LONGEST_USER_AGENT = 200;

const singleHeader = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? value : '';

/** Source address of a request, as `plainAddress` writes it: from trusted proxies, else of the connection. */
export function callerAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { remoteAddress = '' } = socket;
  return plainAddress(ip === remoteAddress ? ip : (addressIn(ip) ?? remoteAddress));
}

export function requestFacts(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  return {
    requestId: request.id,
    ip: callerAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, '').slice(0, LONGEST_USER_AGENT),
    origin: `${request.protocol}://${request.host}`,
    signal: abortedWhenLeft(reply),
    language: readerLanguage(request.headers['accept-language']),
    sessionCookie: sessionCookie(request, reply),
    visitorCookie: visitorCookie(request, reply),
    confirmation: singleHeader(request.headers[CONFIRMATION_HEADER]),
    knownStates: parseIfMatch(request.headers['if-match']),
  };
}

function abortedWhenLeft(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
