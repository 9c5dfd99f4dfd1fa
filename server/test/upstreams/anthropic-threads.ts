import type { ServerResponse } from 'node:http';
import { type FakeUpstream, type ReceivedRequest, sendJson } from '../support/fake-upstream.ts';
import { framedEvent } from './anthropic-messages-upstream.ts';

/** Tokens of a text as this vendor counts them. */
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value ?? '').length / 4);

interface HeldThread {
  account: string;
  messages: unknown[];
  createOnly: { system: unknown; tools: unknown };
  isContinued: boolean;
}

const BETA = 'message-threads-2026-08-12';

/**
 * Plays an Anthropic account that holds message threads: each key is an account of its own, and each message is continued once.
 * @param answer content of the answer to a whole conversation
 * Source: the package @anthropic-ai/sdk 1.14.0, errors of `messages.create`.
 */
export function holdsThreads(
  upstream: FakeUpstream,
  answer: (conversation: readonly unknown[]) => object[] = () => [{ type: 'text', text: 'Hi' }],
): void {
  const threads = new Map<string, HeldThread>();
  let made = 0;
  upstream.does((response, request) => {
    const asked = readAsked(request, threads);
    if ('refusal' in asked) return sendJson(response, asked.status, asked.refusal);
    const { messages, createOnly, isHeld } = asked;
    made += 1;
    const id = `msg_${request.headers['x-api-key']}_${made}`;
    const content = answer(messages);
    const usage = { input_tokens: tokensOf([messages, createOnly]), output_tokens: tokensOf(content) };
    if (isHeld) {
      const all = [...messages, { role: 'assistant', content }];
      const account = String(request.headers['x-api-key']);
      threads.set(id, { account, messages: all, createOnly, isContinued: false });
    }
    const stop_reason = content.some((block) => 'input' in block) ? 'tool_use' : 'end_turn';
    send(response, { id, content, usage, stop_reason, isStream: request.body.stream === true });
  });
}

type Asked =
  | { status: number; refusal: string }
  | { messages: unknown[]; createOnly: HeldThread['createOnly']; isHeld: boolean };

function readAsked({ body, headers }: ReceivedRequest, threads: Map<string, HeldThread>): Asked {
  const { thread, system, tools } = body as {
    thread?: Record<string, unknown>;
    system: unknown;
    tools: unknown;
  };
  const messages = body.messages as unknown[];
  const createOnly = { system, tools };
  if (thread === undefined) return { messages, createOnly, isHeld: false };
  if (!String(headers['anthropic-beta']).includes(BETA))
    return refusal(400, 'thread: Extra inputs are not permitted');
  if (thread.type === 'create') return { messages, createOnly, isHeld: true };
  const held = threads.get(String(thread.previous_message_id));
  if (held === undefined || held.account !== headers['x-api-key'])
    return refusal(404, 'No usable Thread state was found', 'thread_not_found');
  if (system !== undefined || tools !== undefined)
    return refusal(400, 'system, tools: differ from the Thread', 'thread_fingerprint_mismatch');
  if (held.isContinued) return refusal(400, 'The response has been continued', 'thread_already_continued');
  held.isContinued = true;
  return { messages: [...held.messages, ...messages], createOnly: held.createOnly, isHeld: true };
}

function refusal(status: number, message: string, error_code?: string): Asked {
  const type = status === 404 ? 'not_found_error' : 'invalid_request_error';
  const error = { type, message, ...(error_code !== undefined && { details: { error_code } }) };
  return { status, refusal: JSON.stringify({ type: 'error', error, request_id: 'req_upstream' }) };
}

interface Answer {
  id: string;
  content: object[];
  usage: { input_tokens: number; output_tokens: number };
  stop_reason: string;
  isStream: boolean;
}

function send(response: ServerResponse, { id, content, usage, stop_reason, isStream }: Answer): void {
  const head = { id, type: 'message', role: 'assistant', model: 'm', stop_sequence: null };
  if (!isStream) {
    sendJson(response, 200, JSON.stringify({ ...head, content, stop_reason, usage }));
    return;
  }
  const started = { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const blocks = content.flatMap((block, index) => {
    const { text, input, ...rest } = block as { text?: string; input?: object };
    const [empty, delta] =
      input === undefined
        ? [
            { ...rest, text: '' },
            { type: 'text_delta', text },
          ]
        : [
            { ...rest, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(input) },
          ];
    return [
      { type: 'content_block_start', index, content_block: empty },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ];
  });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of [
    { type: 'message_start', message: started },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ])
    response.write(framedEvent(JSON.stringify(event)));
  response.end();
}
