import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { FakeUpstream, type ReceivedRequest, sendJson } from '../support/fake-upstream.ts';
import { faultOfMessages } from './anthropic-messages-faults.ts';

const recordingOf = (name: string): string =>
  readFileSync(new URL(`../recordings/anthropic-messages/${name}`, import.meta.url), 'utf8').trim();

/** A recorded whole answer. */
export const recordedMessage = (name: string): string => recordingOf(`${name}.json`);

/** Events as Anthropic frames them. */
export const framedEvent = (data: string): string =>
  `event: ${(JSON.parse(data) as { type: string }).type}\ndata: ${data}\n\n`;

/** A recorded stream as Anthropic frames it. */
export const recordedEvents = (name: string): string[] =>
  recordingOf(`${name}.chunks.txt`).split('\n').map(framedEvent);

/**
 * Plays Anthropic's server: what it would refuse is refused, with its status and its error.
 * @param hasThreads without them, its organisation has a setting under which Anthropic offers no threads
 * @param isOther another program of this dialect, which looks for its key as a bearer
 * @param refused gets why a request was refused, for tests that expect none to be
 */
export async function startAnthropicUpstream({
  isOther = false,
  hasThreads = true,
  refused = [] as string[],
} = {}): Promise<FakeUpstream> {
  const upstream = await FakeUpstream.start({
    refuses: (asked) => {
      if (!hasThreads && asked.received?.body.thread != null) return NO_THREADS;
      const refusal = refusalOf(asked, isOther);
      if (refusal !== null) refused.push(refusal.body);
      return refusal;
    },
  });
  playsMessage(upstream, 'anthropic-text');
  return upstream;
}

/** Plays a recording, whole or streamed as the request asks. */
export function playsMessage(upstream: FakeUpstream, name: string): void {
  upstream.does((response, { body }) => {
    if (body.stream !== true) return sendJson(response, 200, recordedMessage(name));
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.end(recordedEvents(name).join(''));
  });
}

/** Answers with a status and an error of Anthropic's shape. */
export function refusesMessage(
  upstream: FakeUpstream,
  status: number,
  { type, message, headers = {} }: { type: string; message: string; headers?: object },
): void {
  upstream.does((response) => sendJson(response, status, errorText(type, message), headers));
}

const errorText = (type: string, message: string): string =>
  JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_upstream' });

const NO_THREADS = {
  status: 400,
  body: JSON.stringify({
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'thread is not supported with: hipaa',
      details: { error_code: 'thread_unsupported_request', unsupported: ['hipaa'] },
    },
    request_id: 'req_upstream',
  }),
};

const VERSIONS: ReadonlySet<unknown> = new Set(['2023-01-01', '2023-06-01', '2026-10-21']);

function refusalOf(
  { request, received }: { request: IncomingMessage; received: ReceivedRequest | null },
  isOther: boolean,
): { status: number; body: string } | null {
  const refusal = (status: number, type: string, message: string) => ({
    status,
    body: errorText(type, message),
  });
  const invalid = (message: string) => refusal(400, 'invalid_request_error', message);
  const { method, url = '', headers } = request;
  if (method !== 'POST' || !/^\/v1\/messages(\/count_tokens)?(\?|$)/.test(url))
    return refusal(404, 'not_found_error', 'Not Found');
  if (headers['x-api-key'] === undefined)
    return refusal(401, 'authentication_error', 'x-api-key header is required');
  if (isOther && !/^Bearer \S+$/.test(headers.authorization ?? ''))
    return refusal(401, 'authentication_error', 'authorization header is required');
  if (!isOther && headers.authorization !== undefined)
    return refusal(401, 'authentication_error', 'two ways to sign in');
  if (headers['anthropic-version'] === undefined) return invalid('anthropic-version: header is required');
  if (!VERSIONS.has(headers['anthropic-version'])) return invalid('anthropic-version: not a valid version');
  if (headers['content-type'] !== 'application/json')
    return invalid('content-type: must be application/json');
  if (received === null) return invalid('The request body is not valid JSON');
  const isCount = url.includes('/count_tokens');
  if (isCount && received.body.max_tokens !== undefined)
    return invalid('max_tokens: Extra inputs are not permitted');
  const body = isCount ? { ...received.body, max_tokens: 1 } : received.body;
  const fault = faultOfMessages(body, {
    version: String(headers['anthropic-version']),
    beta: String(headers['anthropic-beta'] ?? ''),
  });
  return fault === null ? null : invalid(fault);
}
