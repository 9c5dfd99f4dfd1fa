import type { ErrorFormat } from '../../dialects/dialect.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import type { ShownTask } from '../../dialects/tasks/shown-task.ts';
import type { AnyReadTask } from '../../dialects/tasks/task-requests.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { admit } from '../admit/admit-call.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import type { CallContext, IdentifiedCall } from '../call/call-context.ts';
import type { ClientFamily } from '../clients/client-family.ts';
import { identify } from '../identify/identify-caller.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { endAnswer } from '../settle/end-answer.ts';
import { createTask } from './create-task.ts';
import type { KeptTask } from './kept-task.ts';
import { toShownTask } from './shown-task.ts';
import { type GivenBody, takeTaskBody } from './task-body.ts';

/** A request about tasks from a caller who is identified. */
export interface TaskQuestion {
  call: IdentifiedCall;
  /** Parts of the address, by their names in the path of the endpoint. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  deps: RelayDeps;
}

/** A public address about tasks. */
export interface TaskEndpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:id` and the like. */
  path: string;
  family?: ClientFamily;
  /** @returns the answer as JSON; null where it was sent already */
  answer(question: TaskQuestion): Promise<object | null>;
}

/** Errors of a call about tasks have the format of its clients; nothing else of a dialect is used. */
export const dialectWith = (errors: ErrorFormat) => ({ ...openAiChat, errors });

/** Answers a call about tasks. It never throws. */
export async function taskCall(
  ctx: CallContext,
  { endpoint, params }: { endpoint: TaskEndpoint; params: TaskQuestion['params'] },
  deps: RelayDeps,
): Promise<void> {
  try {
    const call = await identify(ctx, deps);
    admit(call, deps);
    const query = new URLSearchParams(ctx.address.query);
    const answer = await endpoint.answer({ call, params, query, deps });
    if (answer !== null) sendJson(ctx, answer);
  } catch (error) {
    ctx.error = toGatewayError(toUpstreamError(error));
    if (ctx.caller.response.headersSent) ctx.caller.response.destroy();
    else endAnswer(ctx, null, deps);
  }
}

function sendJson(ctx: CallContext, value: object): void {
  const { response } = ctx.caller;
  if (response.destroyed) return;
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(200, [...commonHeaders(ctx), ...jsonHeaders, 'content-length', String(body.length)]);
  response.end(body);
}

/** Requests up to this length are stored, so that a failed task can be made again. */
const MAX_STORED_REQUEST_BYTES = 64 * 1024;

/**
 * Makes a task of a caller's request.
 * @param read reads the body in the caller's dialect
 * @param follow completes a request by the task that it goes on from, and throws where it cannot
 */
export async function makeTask(
  { call, deps }: TaskQuestion,
  read: (body: GivenBody) => AnyReadTask,
  {
    findParent = (id) => ownTask({ call, deps }, id),
    follow = (task) => task,
  }: {
    findParent?: (id: string) => Promise<KeptTask>;
    follow?: (task: AnyReadTask, parent: KeptTask) => AnyReadTask;
  } = {},
): Promise<KeptTask> {
  const body = await takeTaskBody(call, deps);
  const given = read(body);
  // A request would be made and charged without them.
  for (const field of body.files.keys()) throw invalid(field.slice(0, 100), 'unsupported');
  const parent = given.parent === null ? null : await findParent(given.parent);
  const task = parent === null ? given : follow(given, parent);
  const notifyUrl = task.notify === null ? '' : deps.taskNotices.seal(task.notify);
  const stored = body.texts.write(task);
  return createTask(
    call,
    {
      ...{ read: task, texts: body.texts, notifyUrl, parent },
      request: stored.length <= MAX_STORED_REQUEST_BYTES ? stored.toString('utf8') : '',
    },
    deps,
  );
}

/** @throws task.not_found for a task that is not the caller's */
export async function ownTask(
  { call, deps }: Pick<TaskQuestion, 'call' | 'deps'>,
  id: string,
): Promise<KeptTask> {
  const task = await deps.tasks.find(call.identity.userId, id);
  if (task === null) throw new GatewayError('task.not_found', { id: id.slice(0, 100) });
  return task;
}

/** A task as its owner may see it, with whole addresses. */
export const shown = ({ call, deps }: Pick<TaskQuestion, 'call' | 'deps'>, task: KeptTask): ShownTask =>
  toShownTask(task, { site: siteOf(call, deps), taskLinks: deps.taskLinks });

/** Where the caller reaches the site: as the options say, else as the request does. */
function siteOf({ caller }: IdentifiedCall, { options }: RelayDeps): string {
  const { siteAddress } = options();
  if (siteAddress !== '') return siteAddress;
  const { headers, socket } = caller.request;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  return `${scheme}://${headers.host ?? 'localhost'}`;
}
