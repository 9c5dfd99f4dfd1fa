import { readFileSync } from 'node:fs';
import type { FakeUpstream } from '../support/fake-upstream.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { faultOfSchema } from './openai-chat-faults.ts';

type Json = Record<string, unknown>;

const MEMBERS = new Set([
  ...[
    'background',
    'conversation',
    'include',
    'input',
    'instructions',
    'max_output_tokens',
    'max_tool_calls',
  ],
  ...['metadata', 'model', 'parallel_tool_calls', 'previous_response_id', 'prompt', 'prompt_cache_key'],
  ...['prompt_cache_retention', 'reasoning', 'safety_identifier', 'service_tier', 'store', 'stream'],
  ...['stream_options', 'temperature', 'text', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'truncation'],
  'user',
  // Codex sends it with every request: https://github.com/openai/codex, codex-rs/codex-api.
  'client_metadata',
]);
const CONTENT: Record<string, readonly string[]> = {
  user: ['input_text', 'input_image', 'input_file'],
  system: ['input_text'],
  developer: ['input_text'],
  assistant: ['output_text', 'refusal'],
};
const MIN_OUTPUT_TOKENS = 16;

/**
 * The refusal of a request for a response by OpenAI, in its own words; null if it accepts it.
 * Source: OpenAI API reference, "Create a model response".
 */
export function faultOfResponsesRequest(body: Json): { message: string; param: string | null } | null {
  for (const name of Object.keys(body))
    if (!MEMBERS.has(name)) return { message: `Unknown parameter: '${name}'.`, param: name };
  if (typeof body.model !== 'string')
    return { message: "Missing required parameter: 'model'.", param: 'model' };
  const limit = body.max_output_tokens;
  if (typeof limit === 'number' && limit < MIN_OUTPUT_TOKENS)
    return { message: `Invalid 'max_output_tokens': expected a value >= 16`, param: 'max_output_tokens' };
  for (const tool of (body.tools ?? []) as Json[]) {
    if ((tool.type === 'function' || tool.type === 'custom') && typeof tool.name !== 'string')
      return { message: "Missing required parameter: 'tools[0].name'.", param: 'tools[0].name' };
    const fault = faultOfSchema(tool.parameters);
    if (fault !== null) return { message: `Invalid schema: ${fault}.`, param: 'tools[0].parameters' };
  }
  if (typeof body.input === 'string') return null;
  if (!Array.isArray(body.input)) return { message: "Missing required parameter: 'input'.", param: 'input' };
  return faultOfItems(body.input as Json[], body);
}

function faultOfItems(items: readonly Json[], body: Json) {
  const open = new Map<unknown, unknown>();
  for (const [at, item] of items.entries()) {
    const param = `input[${at}]`;
    const { type = 'message', call_id } = item;
    if (type === 'message') {
      const fault = faultOfMessage(item, param);
      if (fault !== null) return fault;
    } else if (type === 'function_call' || type === 'custom_tool_call') {
      const given = type === 'function_call' ? item.arguments : item.input;
      if (typeof call_id !== 'string' || typeof item.name !== 'string' || typeof given !== 'string')
        return { message: `Missing required parameter: '${param}.call_id'.`, param };
      open.set(call_id, `${String(type)}_output`);
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      if (open.get(call_id) !== type && body.previous_response_id === undefined)
        return {
          message: `No tool call found for function call output with call_id ${call_id}.`,
          param: 'input',
        };
      open.delete(call_id);
    } else if (type === 'reasoning') {
      if (!Array.isArray(item.summary)) return { message: `Missing '${param}.summary'.`, param };
      if (typeof item.encrypted_content === 'string' && !item.encrypted_content.startsWith('gAAAA'))
        return { message: 'The encrypted content could not be verified.', param };
    }
  }
  const [callId] = open.keys();
  if (callId !== undefined)
    return { message: `No tool output found for function call ${String(callId)}.`, param: 'input' };
  return null;
}

function faultOfMessage({ role, content }: Json, param: string) {
  const allowed = CONTENT[String(role)];
  if (allowed === undefined) return { message: `Invalid value: '${String(role)}'.`, param: `${param}.role` };
  if (typeof content === 'string') return null;
  for (const part of content as Json[])
    if (!allowed.includes(String(part.type)))
      return { message: `Invalid value: '${String(part.type)}'.`, param: `${param}.content` };
  return null;
}

/** Lets an upstream refuse what OpenAI would refuse, and answer the rest: whole, or with these events. */
export function playResponses(
  upstream: FakeUpstream,
  { whole, events }: { whole: object; events: string[] },
): void {
  upstream.does(async (response, { body, path }) => {
    const fault =
      path === '/v1/responses'
        ? faultOfResponsesRequest(body)
        : { message: `Invalid URL (POST ${path})`, param: null };
    if (fault !== null) {
      const error = { ...fault, type: 'invalid_request_error', code: null };
      sendJson(response, 400, JSON.stringify({ error }));
    } else if (body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const event of events) response.write(event);
      response.end();
    } else sendJson(response, 200, JSON.stringify(whole));
  });
}

/** The streams of a recording as OpenAI frames them; one file may hold several. */
export const recordedResponses = (name: string): string[][] =>
  readFileSync(new URL(`../recordings/openai-responses/${name}.chunks.txt`, import.meta.url), 'utf8')
    .trim()
    .split(/\n(?=\{"type":"response\.created")/)
    .map((stream) => stream.split('\n').map((data) => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`));

export const recordedResponse = (name: string): Json =>
  JSON.parse(
    readFileSync(new URL(`../recordings/openai-responses/${name}.json`, import.meta.url), 'utf8'),
  ) as Json;
