import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { openAiChat } from '../dialects/openai-chat/openai-chat.ts';
import { callerAddress } from '../http/request-facts.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { ServerResponse } from '../platform/net/http-messages.ts';
import { upgradeOf } from '../platform/net/web-socket.ts';
import { commonHeaders, jsonHeaders } from './answer/response-headers.ts';
import { balancePages } from './balance/balance-pages.ts';
import type { Caller } from './call/caller.ts';
import { payersOf } from './call/payers.ts';
import type { RelayTraffic } from './call/relay-traffic.ts';
import { anthropicClients } from './clients/anthropic-clients.ts';
import type { ClientFamily } from './clients/client-family.ts';
import {
  entrances,
  modelLists,
  objectEntrances,
  rawEntrances,
  readAddress,
  socketEntrances,
} from './clients/entrances.ts';
import { openAiClients } from './clients/openai-clients.ts';
import { countCall } from './count/count-call.ts';
import { journey } from './journey.ts';
import { answerKeyHolder } from './listing/answer-key-holder.ts';
import { answerModels } from './listing/answer-models.ts';
import { objectCall } from './objects/object-call.ts';
import { rawCall } from './raw/raw-call.ts';
import type { RelayDeps } from './relay-deps.ts';
import { admitGroupOf } from './rights/call-groups.ts';
import { type CallRun, runCall } from './run-call.ts';
import { dialectWith, taskCall } from './tasks/task-api.ts';
import { taskEndpoints } from './tasks/task-endpoints.ts';
import { registerTaskFiles } from './tasks/task-public.ts';

/** Maximum length of a path in an error. */
const MAX_SHOWN_PATH_LENGTH = 200;

const RAW_METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'];

/** Calls that take too long are found this often. */
const OVERDUE_CHECK_MS = 1_000;

/** The public API. */
export async function registerRelay(
  server: FastifyInstance,
  { deps, traffic }: { deps: RelayDeps; traffic: RelayTraffic },
): Promise<void> {
  const overdue = setInterval(
    () => traffic.breakOffStartedBefore(deps.clock.monotonicMs() - deps.timeouts.totalMs),
    OVERDUE_CHECK_MS,
  ).unref();
  server.addHook('onClose', async () => clearInterval(overdue));

  const preflights = new Set<string>();
  // An address may both call a model and show it.
  const answersPreflight = (url: string): void => {
    if (preflights.has(url)) return;
    preflights.add(url);
    takeOver(server, { method: 'OPTIONS', url, access: 'public' }, (_request, reply) =>
      answerPreflight(reply.raw),
    );
  };
  for (const entrance of entrances) {
    const { method, path, family, dialectOf } = entrance;
    answersPreflight(path);
    takeOver(server, { method, url: path, access: 'key' }, (request, reply) => {
      const address = readAddress(request.url, restOf(request), entrance);
      const dialect = dialectOf(address);
      if (dialect === undefined || family.isOn?.(deps.options()) === false) {
        answerRefusal(request, reply, {
          family,
          code: dialect === undefined ? 'request.not_found' : 'relay.api_off',
        });
        return;
      }
      const run = dialect.operation.kind === 'count' ? countCall : journey;
      const caller = callerOf(request, reply, family);
      void runCall(run, { requestId: request.id, dialect, address, caller, deps, traffic });
    });
  }
  for (const entrance of objectEntrances) {
    const { method, path, family, dialect } = entrance;
    answersPreflight(path);
    takeOver(server, { method, url: path, access: 'key' }, (request, reply) => {
      const { id = '' } = request.params as { id?: string };
      const asked = { ...entrance, id };
      const address = readAddress(request.url, null);
      const caller = callerOf(request, reply, family);
      const run: CallRun = (ctx) => objectCall(ctx, asked, deps);
      void runCall(run, { requestId: request.id, dialect, address, caller, deps, traffic });
    });
  }
  for (const { path, family, dialect } of socketEntrances) {
    takeOver(server, { method: 'GET', url: path, access: 'key' }, (request, reply) => {
      const caller = callerOf(request, reply, family);
      const address = readAddress(request.url, null);
      const upgrade = upgradeOf(request.raw);
      if (family.isOn?.(deps.options()) === false)
        return answerRefusal(request, reply, { family, code: 'relay.api_off' });
      if (upgrade === undefined)
        return answerRefusal(request, reply, { family, code: 'request.upgrade_required' });
      const run: CallRun = async (ctx) => {
        // Loaded with the first session.
        const { realtimeCall } = await import('./socket/realtime-call.ts');
        return realtimeCall({ ctx, dialect, upgrade }, deps);
      };
      void runCall(run, {
        ...{ requestId: request.id, dialect, address, caller, deps, traffic },
        isBounded: false,
      });
    });
  }
  for (const endpoint of taskEndpoints) {
    const { method, path, family = openAiClients } = endpoint;
    answersPreflight(path);
    takeOver(server, { method, url: path, access: 'key' }, (request, reply) => {
      const caller = callerOf(request, reply, family);
      const address = readAddress(request.url, null);
      const dialect = dialectWith(family.errors);
      const params = request.params as Record<string, string>;
      const run: CallRun = (ctx) => taskCall(ctx, { endpoint, params }, deps);
      void runCall(run, { requestId: request.id, dialect, address, caller, deps, traffic });
    });
  }
  registerTaskFiles((way, answer) => takeOver(server, { ...way, access: 'public' }, answer), {
    deps,
    traffic,
    callerOf: (request, reply) => callerOf(request, reply, openAiClients),
  });
  const raw = (url: string, method: HTTPMethods): void => {
    answersPreflight(url);
    takeOver(server, { method, url, access: 'key' }, (request, reply) => {
      // Anthropic has such an API of its own at the same address: its files are none of OpenAI's.
      const { headers } = request;
      if (headers['anthropic-version'] !== undefined || headers['anthropic-beta'] !== undefined)
        return answerRefusal(request, reply, { family: anthropicClients, code: 'request.not_found' });
      const caller = callerOf(request, reply, openAiClients);
      const address = readAddress(request.url, null);
      const path = request.url.slice('/v1'.length);
      const run: CallRun = (ctx) => rawCall(ctx, path, deps);
      void runCall(run, { requestId: request.id, dialect: openAiChat, address, caller, deps, traffic });
    });
  };
  for (const url of rawEntrances) for (const method of RAW_METHODS) raw(url, method);
  raw('/v1/models/*', 'DELETE');
  for (const path of modelLists) {
    for (const url of [path, `${path}/*`]) {
      answersPreflight(url);
      takeOver(server, { method: 'GET', url, access: 'key' }, (request, reply) => {
        const asked = { requestId: request.id, sourceIp: callerAddress(request), deps };
        const only = restOf(request);
        void answerKeyHolder(request.raw, reply.raw, asked, (question) =>
          answerModels(question, { routing: deps.routing, only }),
        );
      });
    }
  }
  for (const { path, toBody } of balancePages) {
    answersPreflight(path);
    takeOver(server, { method: 'GET', url: path, access: 'key' }, (request, reply) => {
      const asked = { requestId: request.id, sourceIp: callerAddress(request), deps };
      void answerKeyHolder(request.raw, reply.raw, asked, async ({ identity }) => {
        const payingGroup = admitGroupOf(identity, deps.routing.current);
        const payers = payersOf(
          { identity, payingGroup },
          { model: null, nowSeconds: deps.clock.nowSeconds() },
        );
        return toBody(await deps.keyBalances.of(identity, payers));
      });
    });
  }
}

function answerRefusal(
  { id, url, raw: request }: FastifyRequest,
  { raw }: FastifyReply,
  {
    family,
    code,
  }: { family: ClientFamily; code: 'request.not_found' | 'relay.api_off' | 'request.upgrade_required' },
): void {
  const { errors } = family;
  const error = new GatewayError(code, {
    path: (url.split('?', 1)[0] ?? '').slice(0, MAX_SHOWN_PATH_LENGTH),
  });
  raw.writeHead(errors.statusOf(error), [
    ...commonHeaders({ requestId: id, use: null, caller: { family, request } }),
    ...jsonHeaders,
  ]);
  raw.end(errors.body(error, id));
}

/** Returns the path part that `*` matched. */
const restOf = (request: FastifyRequest): string | null => (request.params as { '*'?: string })['*'] ?? null;

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

const callerOf = (request: FastifyRequest, reply: FastifyReply, family: ClientFamily): Caller => ({
  request: request.raw,
  response: reply.raw,
  sourceIp: callerAddress(request),
  family,
});

function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE, PUT, PATCH, OPTIONS',
    'access-control-allow-headers': '*, authorization',
    'access-control-max-age': '43200',
  });
  response.end();
}
