import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { ErrorFormat } from '../dialect.ts';
import { textOf } from '../neutral/json-values.ts';
import { errorObject, openAiErrors } from '../openai/openai-errors.ts';
import { writeResponsesUsage } from './openai-responses-usage.ts';

type Json = Record<string, unknown>;

/** An event of a streamed response, as OpenAI frames it. Source: OpenAI API reference, "Streaming events". */
export const responseEvent = (type: string, sequenceNumber: number, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequenceNumber, ...members })}\n\n`;

/** Errors as the other APIs of OpenAI tell them; in a stream an event of its own type. */
export const responsesErrors: ErrorFormat = {
  ...openAiErrors,
  event: (error, requestId) => errorEvent(errorObject(error, requestId), 0),
};

/** The reference has the members next to the type, the API itself sends them in `error`. */
export const errorEvent = (
  error: { code: unknown; message: unknown; param: unknown },
  number: number,
): string =>
  responseEvent('error', number, { code: error.code, message: error.message, param: error.param, error });

/** The identity of a response. */
export interface ResponseHead {
  id: string;
  model: string;
  createdSeconds: number;
}

/** The members of a response that clients need. The request's settings are unknown here. */
export const bareResponse = ({ id, model, createdSeconds }: ResponseHead, members: object): object => ({
  id,
  object: 'response',
  created_at: createdSeconds,
  status: 'in_progress',
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  model,
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: false,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  truncation: 'disabled',
  usage: null,
  ...members,
});

/** The last event of a response that failed after it had begun. */
export function failedEvent(
  head: ResponseHead,
  sequenceNumber: number,
  { error, requestId, output = [] }: { error: GatewayError; requestId: string; output?: readonly object[] },
): string {
  const { code, message } = errorObject(error, requestId);
  const response = bareResponse(head, {
    status: 'failed',
    error: { code: code ?? 'server_error', message },
    output,
  });
  return responseEvent('response.failed', sequenceNumber, { response });
}

/** The last event of a response that ended at its limit; its items were sent before. */
export function limitEvent(head: ResponseHead, sequenceNumber: number, charged: Usage | null): string {
  const response = bareResponse(head, {
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    usage: charged === null ? null : writeResponsesUsage(charged),
  });
  return responseEvent('response.incomplete', sequenceNumber, { response });
}

/** Last events of a response, by its status. */
export const terminalEvents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    completed: 'response.completed',
    incomplete: 'response.incomplete',
    failed: 'response.failed',
    cancelled: 'response.failed',
  }),
);

/**
 * A whole response as the stream that it would have been. An error stays one.
 * @throws where it is no response
 */
export function streamOfResponse(answer: unknown): string {
  const response = answer as Json;
  const { error, output, status } = response;
  if (!Array.isArray(output)) {
    if (typeof error === 'object' && error !== null) return errorEvent(error as never, 0);
    throw new Error('no list of output');
  }
  let number = 0;
  const events: string[] = [];
  const add = (type: string, members: object): void => {
    events.push(responseEvent(type, number, members));
    number += 1;
  };
  const begun = { response: { ...response, status: 'in_progress', output: [], usage: null } };
  add('response.created', begun);
  add('response.in_progress', begun);
  (output as Json[]).forEach((item, output_index) => {
    const place = { item_id: item.id, output_index };
    add('response.output_item.added', { output_index, item: emptied(item) });
    addTexts(item, place, add);
    add('response.output_item.done', { output_index, item });
  });
  add(terminalEvents.get(textOf(status)) ?? 'response.completed', { response });
  return events.join('');
}

/** An item of an output before anything of it came. */
function emptied(item: Json): Json {
  const begun: Json = { ...item };
  if (item.status !== undefined) begun.status = 'in_progress';
  if (Array.isArray(item.content)) begun.content = [];
  if (Array.isArray(item.summary)) begun.summary = [];
  if (typeof item.arguments === 'string') begun.arguments = '';
  if (typeof item.input === 'string') begun.input = '';
  return begun;
}

type AddEvent = (type: string, members: object) => void;

function addTexts(item: Json, place: { item_id: unknown; output_index: number }, add: AddEvent): void {
  listOf(item.summary).forEach((part, summary_index) => {
    const at = { ...place, summary_index };
    add('response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } });
    add('response.reasoning_summary_text.delta', { ...at, delta: part.text });
    add('response.reasoning_summary_text.done', { ...at, text: part.text });
    add('response.reasoning_summary_part.done', { ...at, part });
  });
  for (const [content_index, part] of listOf(item.content).entries())
    addContent(part, { ...place, content_index }, add);
  if (typeof item.arguments === 'string' && item.type === 'function_call') {
    add('response.function_call_arguments.delta', { ...place, delta: item.arguments });
    add('response.function_call_arguments.done', { ...place, arguments: item.arguments });
  }
  if (typeof item.input === 'string' && item.type === 'custom_tool_call') {
    add('response.custom_tool_call_input.delta', { ...place, delta: item.input });
    add('response.custom_tool_call_input.done', { ...place, input: item.input });
  }
}

function addContent(part: Json, at: object, add: AddEvent): void {
  const { type, text, refusal } = part;
  if (type === 'refusal') {
    add('response.content_part.added', { ...at, part: { ...part, refusal: '' } });
    add('response.refusal.delta', { ...at, delta: refusal });
    add('response.refusal.done', { ...at, refusal });
  } else {
    const logprobs = Array.isArray(part.logprobs) ? part.logprobs : [];
    const name = type === 'reasoning_text' ? 'response.reasoning_text' : 'response.output_text';
    const more = type === 'reasoning_text' ? {} : { logprobs };
    add('response.content_part.added', {
      ...at,
      part: { ...part, text: '', ...(type !== 'reasoning_text' && { annotations: [], logprobs: [] }) },
    });
    add(`${name}.delta`, { ...at, delta: text, ...more });
    for (const [annotation_index, annotation] of listOf(part.annotations).entries())
      add('response.output_text.annotation.added', { ...at, annotation_index, annotation });
    add(`${name}.done`, { ...at, text, ...more });
  }
  add('response.content_part.done', { ...at, part });
}

const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
