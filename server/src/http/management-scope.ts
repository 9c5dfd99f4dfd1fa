import fastifyCookie from '@fastify/cookie';
import type { Call } from '@turnpike/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../platform/log.ts';
import { type Routes, type SignedIn, useContractShapes } from './contract-routes.ts';
import { answerFailure } from './failure-answer.ts';
import { assertSameOrigin } from './same-origin.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

/** Credentials of a request. */
export interface Proofs {
  /** The session cookie's value. */
  session: string | undefined;
  /** The `Authorization` header. */
  authorization: string | undefined;
}

export interface ManagementScope {
  routes: readonly Routes[];
  /**
   * @returns who is signed in; undefined on a public call of nobody
   * @throws session.required, session.not_allowed, or a code that begins with `access_token.`
   */
  authorise(call: Call, proofs: Proofs): Promise<SignedIn | undefined>;
  log: Log;
}

/** Adds the management API as a scope of its own: other routes of the server pay for none of its hooks. */
export async function registerManagementScope(
  server: FastifyInstance,
  scope: ManagementScope,
): Promise<void> {
  await server.register(async (api) => {
    await api.register(fastifyCookie);
    useContractShapes(api);
    readEveryBodyAsJson(api);
    api.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, scope.log));
    // Access is decided before a byte of the body is read.
    api.addHook('onRequest', async (request, reply) => {
      setSecurityHeaders(reply);
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      assertSameOrigin(request);
      await identify(request, scope);
    });
    // A body may take minutes to arrive. Users who were signed out or demoted meanwhile are refused.
    api.addHook('preHandler', async (request) => {
      if (hasBody(request)) await identify(request, scope);
    });
    for (const addRoutes of scope.routes) addRoutes(api);
  });
}

async function identify(request: FastifyRequest, { authorise }: ManagementScope): Promise<void> {
  const { call } = request.routeOptions.config;
  if (call === undefined) return;
  const user = await authorise(call, {
    session: request.cookies[SESSION_COOKIE],
    authorization: request.headers.authorization,
  });
  if (user !== undefined) request.user = user;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Content types are not checked; an empty body is no body. Source: docs/reference/compatibility.md, "Requests". */
function readEveryBodyAsJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}
