import { version } from '@turnpike/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setSecurityHeaders } from '../http/security-headers.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { searchSettingsOf } from '../search/web-search.ts';
import { McpRefusal, serveMcp } from './mcp-server.ts';
import type { AskApi } from './mcp-tools.ts';

const MAX_BODY_BYTES = 256 * 1024;
const PATH = '/mcp';
/** Source: JSON-RPC 2.0, 5.1; Model Context Protocol 2025-06-18, "Changelog". */
const NO_BATCHES = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Send one message for each request.' },
};

/**
 * The address for clients of the Model Context Protocol, by streamable HTTP. They send an access token of an account, and
 * each tool is a call of the management API with it.
 */
export function registerMcp(
  server: FastifyInstance,
  { options, clock }: Pick<ModuleDeps, 'options' | 'clock'>,
): void {
  server.route({
    method: 'POST',
    url: PATH,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: async (request) => {
      if (!options.flag('McpEnabled')) throw new GatewayError('request.not_found', { path: PATH });
      if (request.headers.authorization === undefined) throw new GatewayError('session.required');
    },
    handler: async (request, reply) => {
      setSecurityHeaders(reply);
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      // Later versions of the protocol have no batches, and one that cancels its own call would get no answer.
      if (Array.isArray(request.body)) return reply.code(400).send(NO_BATCHES);
      const ask = askAs(server, request);
      const { status, body } = await inject(server, request, { method: 'GET', path: '/api/user/self' });
      if (status !== 200) return reply.code(status).send(body);
      reply.hijack();
      reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders()) as [string, string][]));
      await serveMcp({
        ...{ request: request.raw, response: reply.raw, body: request.body },
        ...{ siteName: options.text('SystemName'), version, ask },
        ...{ hasSearch: searchSettingsOf(options) !== null, nowSeconds: clock.nowSeconds() },
      });
    },
  });
}

interface Asked {
  method: Parameters<AskApi>[0];
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: object | undefined;
}

interface Envelope {
  data?: unknown;
  message?: string;
  code?: string;
  fields?: { field: string; code: string }[];
}

/** Through the server's own routes, so that checks, rights and limits are those of the management API. */
async function inject(
  server: FastifyInstance,
  { headers, ip }: FastifyRequest,
  { method, path, query = {}, body }: Asked,
): Promise<{ status: number; body: Envelope }> {
  const given = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined);
  const answer = await server.inject({
    method,
    url: path,
    query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    headers: {
      ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    remoteAddress: ip,
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json<Envelope>() };
}

const askAs =
  (server: FastifyInstance, request: FastifyRequest): AskApi =>
  async (method, path, given) => {
    const { status, body } = await inject(server, request, { method, path, ...given });
    if (status === 200) return body.data;
    const fields = body.fields?.map(({ field, code }) => `${field}: ${code}`) ?? [];
    throw new McpRefusal([body.message ?? `status ${status}`, ...fields].join(' '));
  };
