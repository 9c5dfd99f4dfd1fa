import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Dialect } from '../dialects/dialect.ts';
import { openAiErrors } from '../dialects/openai/openai-errors.ts';
import { callerAddress } from '../http/request-facts.ts';
import { GatewayError, toGatewayError } from '../platform/gateway-error.ts';
import type { IncomingMessage, ServerResponse } from '../platform/http-messages.ts';
import { letGoOfBody } from './accept/let-go-of-body.ts';
import { type CallContext, createCallContext } from './call-context.ts';
import { commonHeaders, jsonHeaders } from './deliver/response-headers.ts';
import { entrances, modelLists } from './entrances.ts';
import { groupOf, readTokenKey } from './identify/identify-caller.ts';
import { assertMayCall } from './identify/identity-directory.ts';
import { journey } from './journey.ts';
import type { RelayNeeds } from './relay-needs.ts';
import type { RelayTraffic } from './relay-traffic.ts';

/** `created` of every listed model. Source: docs/reference/compatibility.md, "Relay". */
const MODELS_CREATED_SECONDS = 1_677_649_963;

/** Calls that take too long are found this often. */
const OVERDUE_CHECK_MS = 1_000;

/** The public API. */
export async function registerRelay(
  server: FastifyInstance,
  { needs, traffic }: { needs: RelayNeeds; traffic: RelayTraffic },
): Promise<void> {
  const overdue = setInterval(
    () => traffic.breakOffStartedBefore(needs.clock.monotonicMs() - needs.timeouts.totalMs),
    OVERDUE_CHECK_MS,
  ).unref();
  server.addHook('onClose', async () => clearInterval(overdue));

  const answersPreflight = (url: string): void =>
    takeOver(server, { method: 'OPTIONS', url, access: 'public' }, (_request, reply) =>
      answerPreflight(reply.raw),
    );
  for (const { method, path, dialect } of entrances) {
    answersPreflight(path);
    takeOver(server, { method, url: path, access: 'key' }, (request, reply) => {
      const caller = { request: request.raw, response: reply.raw, sourceIp: callerAddress(request) };
      void relayCall({ requestId: request.id, dialect, caller, needs, traffic });
    });
  }
  for (const path of modelLists) {
    for (const url of [path, `${path}/*`]) {
      answersPreflight(url);
      takeOver(server, { method: 'GET', url, access: 'key' }, (request, reply) => {
        const only = (request.params as { '*'?: string })['*'] ?? null;
        void answerModels(request.raw, reply.raw, { requestId: request.id, needs, only });
      });
    }
  }
}

/**
 * Takes requests from the server before it looks at their bodies: the journey takes a body in itself, after it
 * knows who calls.
 */
function takeOver(
  server: FastifyInstance,
  { method, url, access }: { method: HTTPMethods; url: string; access: 'key' | 'public' },
  answer: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  server.route({
    ...{ method, url, config: { access } },
    onRequest(request, reply) {
      reply.hijack();
      answer(request, reply);
    },
    handler: () => {
      throw new Error('the request was taken over');
    },
  });
}

async function relayCall({
  requestId,
  dialect,
  caller,
  needs,
  traffic,
}: {
  requestId: string;
  dialect: Dialect;
  caller: CallContext['caller'];
  needs: RelayNeeds;
  traffic: RelayTraffic;
}): Promise<void> {
  const startedAtMs = needs.clock.monotonicMs();
  const ctx = createCallContext({
    requestId,
    startedAtMs,
    dialect,
    caller,
  });
  const breakOff = (by: NonNullable<CallContext['brokenBy']>): void => {
    if (ctx.breakOff.isBroken) return;
    ctx.brokenBy ??= by;
    ctx.breakOff.break();
  };
  let leftAtMs: number | null = null;
  const leave = (): void => {
    ctx.brokenBy ??= 'client';
    const now = needs.clock.monotonicMs();
    leftAtMs ??= now;
    const restMs = leftAtMs + (ctx.delivery?.readOnForUsage() ?? 0) - now;
    if (restMs > 0) setTimeout(leave, restMs).unref();
    else breakOff('client');
  };
  caller.response.on('error', () => {});
  caller.response.once('close', () => {
    if (!caller.response.writableEnded) leave();
  });
  const passing = traffic.enter(startedAtMs, breakOff);
  try {
    await journey(ctx, needs);
  } finally {
    letGoOfBody(ctx);
    traffic.leave(passing);
  }
}

async function answerModels(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, needs, only }: { requestId: string; needs: RelayNeeds; only: string | null },
): Promise<void> {
  const send = (status: number, body: string): void => {
    response.writeHead(status, [...commonHeaders({ requestId, allowance: null }), ...jsonHeaders]);
    response.end(body);
  };
  try {
    const identity = await needs.identities.find(readTokenKey(request));
    assertMayCall(identity, needs.clock.nowSeconds());
    const snapshot = needs.routing.current;
    const group = groupOf(identity, snapshot).symbol;
    const toModel = (id: string) => ({
      id,
      object: 'model',
      created: MODELS_CREATED_SECONDS,
      owned_by: snapshot.ownerOf(group, id) || 'unknown',
    });
    if (only === null) {
      send(200, JSON.stringify({ object: 'list', data: snapshot.modelsOf(group).map(toModel) }));
      return;
    }
    if (snapshot.routesFor(group, only).routes.length === 0)
      throw new GatewayError('model.not_found', { model: only });
    send(200, JSON.stringify(toModel(only)));
  } catch (thrown) {
    const error = toGatewayError(thrown);
    send(openAiErrors.statusOf(error), openAiErrors.body(error, requestId));
  }
}

function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': '*, authorization',
    'access-control-max-age': '43200',
  });
  response.end();
}
