import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Log } from '../platform/log.ts';
import { serveInTurn } from '../platform/net/pipelined-requests.ts';
import { asksForSocket, routeUpgrades } from '../platform/net/web-socket.ts';
import { newRequestId } from '../platform/secrets/random-ids.ts';
import { StartError } from '../platform/start-error.ts';
import type { Settings } from '../settings/settings.ts';
import { AllowedMethods } from './allowed-methods.ts';
import { answerFailure, pathOf, toFailure } from './failure-answer.ts';
import { parseQuery } from './query-parser.ts';
import { setSecurityHeaders } from './security-headers.ts';

export interface HttpServerDeps {
  settings: Pick<Settings, 'trustedProxies' | 'timeouts'>;
  clock: Clock;
  log: Log;
  /** Clients of a path outside of the management API. */
  clientsOf(path: string, headers: FastifyRequest['headers']): PublicClients;
}

/** Error format for the clients of a path. */
interface PublicClients {
  errors: ErrorText;
  /** Where they look for the id of a request, next to `x-request-id`. */
  requestIdHeader?: string;
}

/** Status and body of an error for the clients of a path. */
interface ErrorText {
  statusOf(error: GatewayError): number;
  body(error: GatewayError, requestId: string): string;
}

/** Bodies of routes that name no limit of their own. */
const BODY_LIMIT_BYTES = 2 ** 20;
/** A model's name in an address: a hundred characters, each up to nine when encoded. */
const MAX_PARAMETER_LENGTH = 900;

/** The contract checks inputs and outputs of routes, so the framework's two compilers are not loaded. */
function noSchemas(): never {
  throw new Error('a route has a schema of the framework');
}

/**
 * The HTTP server without routes: request ids, query strings, trusted proxies and the answer to what no route
 * takes.
 * @throws StartError when a trusted proxy is no address
 */
export function createHttpServer({ settings, clock, log, clientsOf }: HttpServerDeps): FastifyInstance {
  /** The envelope below /api, elsewhere what the address's clients read, which pages of other sites may read too. */
  const answerError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    setSecurityHeaders(reply);
    const path = pathOf(request);
    if (/^\/api(\/|$)/.test(path)) return answerFailure(thrown, request, reply, log);
    const error = toFailure(thrown, path);
    const { errors, requestIdHeader } = clientsOf(path, request.headers);
    if (requestIdHeader !== undefined) reply.header(requestIdHeader, request.id);
    return reply
      .code(errors.statusOf(error))
      .header('x-request-id', request.id)
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'x-request-id, request-id, allow')
      .type('application/json')
      .send(errors.body(error, request.id));
  };
  const server = startOrExplain(() =>
    Fastify({
      logger: false,
      genReqId: () => newRequestId(clock.nowMs()),
      requestIdHeader: false,
      // Without configured proxies nobody's forwarding headers are believed.
      trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
      bodyLimit: BODY_LIMIT_BYTES,
      requestTimeout: settings.timeouts.requestMs,
      http: { shouldUpgradeCallback: asksForSocket },
      routerOptions: {
        ignoreTrailingSlash: true,
        querystringParser: parseQuery,
        maxParamLength: MAX_PARAMETER_LENGTH,
      },
      schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
      frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    }),
  );
  serveInTurn(server.server);
  routeUpgrades(server.server, (request, response) => server.routing(request, response));
  server.decorateRequest('user', undefined);
  const allowedMethods = new AllowedMethods();
  allowedMethods.watch(server as unknown as FastifyInstance);
  const unknown = (request: FastifyRequest, reply: FastifyReply) =>
    answerError(unknownAddress(request, reply, allowedMethods), request, reply);
  server.setNotFoundHandler(unknown);
  // A body is no matter where nobody takes it.
  server.setErrorHandler((error, request, reply) =>
    request.is404 ? unknown(request, reply) : answerError(error, request, reply),
  );
  return server as unknown as FastifyInstance;
}

function startOrExplain<Server>(make: () => Server): Server {
  try {
    return make();
  } catch (cause) {
    throw new StartError('TURNPIKE_TRUSTED_PROXIES must be addresses or networks, separated by commas.', {
      cause,
    });
  }
}

function unknownAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedMethods: AllowedMethods,
): GatewayError {
  const path = pathOf(request);
  const methods = allowedMethods.of(path);
  if (methods.length > 0) reply.header('allow', methods.join(', '));
  if (methods.length > 0)
    return new GatewayError('request.method_not_allowed', { path, method: request.method });
  const part = doubledPart(path);
  if (part !== null) return new GatewayError('request.doubled_path', { path, part });
  return new GatewayError('request.not_found', { path });
}

/** Parts of an address that a client and its base address may both have: `/v1`, `/v1/messages`, `/chat/completions`. */
const MAX_DOUBLED = 3;

/** @returns what stands twice in a row; null where nothing does */
function doubledPart(path: string): string | null {
  const segments = path.split('/').slice(1, 2 * MAX_DOUBLED + 3);
  for (let start = 0; start < segments.length; start += 1)
    for (let length = 1; length <= MAX_DOUBLED && start + 2 * length <= segments.length; length += 1) {
      const [first, second] = [0, length].map((at) =>
        segments.slice(start + at, start + at + length).join('/'),
      );
      if (first !== '' && first === second) return `/${first}`;
    }
  return null;
}
