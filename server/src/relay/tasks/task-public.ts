import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { openAiErrors } from '../../dialects/openai/openai-errors.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import type { CallContext } from '../call/call-context.ts';
import type { Caller } from '../call/caller.ts';
import type { RelayTraffic } from '../call/relay-traffic.ts';
import { readAddress } from '../clients/entrances.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { type CallRun, runCall } from '../run-call.ts';
import { endAnswer } from '../settle/end-answer.ts';
import { dialectWith } from './task-api.ts';
import { sendFile } from './task-files.ts';

type TakeOver = (
  way: { method: HTTPMethods; url: string },
  answer: (request: FastifyRequest, reply: FastifyReply) => void,
) => void;

/** Registers the addresses that carry their own permission: results, and callbacks of vendors. */
export function registerTaskFiles(
  takeOver: TakeOver,
  {
    deps,
    traffic,
    callerOf,
  }: {
    deps: RelayDeps;
    traffic: RelayTraffic;
    callerOf: (request: FastifyRequest, reply: FastifyReply) => Caller;
  },
): void {
  const answer = (
    way: { method: HTTPMethods; url: string },
    work: (ctx: CallContext, params: Record<string, string>) => Promise<void>,
  ): void =>
    takeOver(way, (request, reply) => {
      const run: CallRun = async (ctx) => {
        try {
          await work(ctx, request.params as Record<string, string>);
        } catch (error) {
          ctx.error = toGatewayError(toUpstreamError(error));
          if (ctx.caller.response.headersSent) ctx.caller.response.destroy();
          else endAnswer(ctx, null, deps);
        }
      };
      void runCall(run, {
        ...{ requestId: request.id, dialect: dialectWith(openAiErrors), caller: callerOf(request, reply) },
        ...{ address: readAddress(request.url, null), deps, traffic, isBounded: false },
      });
    });
  answer({ method: 'GET', url: '/v1/tasks/:id/files/:index' }, async (ctx, { id = '', index: text = '' }) => {
    const query = new URLSearchParams(ctx.address.query);
    const index = /^\d{1,2}$/.test(text) ? Number(text) : -1;
    if (!deps.taskLinks.allowsFile(id, index, query)) throw new GatewayError('task.no_file');
    const task = await deps.tasks.findAny(id);
    if (task === null) throw new GatewayError('task.no_file');
    await sendFile(task, { index, call: ctx, isDownload: query.has('download') }, deps);
  });
  // The content of a callback is not believed: the vendor is asked.
  answer(
    { method: 'POST', url: '/v1/tasks/:id/callback/:signature' },
    async (ctx, { id = '', signature = '' }) => {
      const { request, response } = ctx.caller;
      request.resume();
      if (!deps.taskLinks.allowsCallback(id, signature))
        throw new GatewayError('request.not_found', { path: '' });
      await deps.dueTasks.makeDue(id);
      response.writeHead(200, ['content-type', 'application/json']);
      response.end('{"code":0,"message":"ok"}');
    },
  );
}
