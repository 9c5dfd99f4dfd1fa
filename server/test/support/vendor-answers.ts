import { GeminiUpstream } from '../upstreams/gemini-upstream.ts';
import { sendJson } from './fake-upstream.ts';
import type { SeededUser, TestGateway } from './test-gateway.ts';

const sse = (events: object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const named = (events: ({ type: string } & Record<string, unknown>)[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

/** An upstream that speaks one dialect. */
export interface VendorAnswers {
  name: string;
  type: number;
  dialects?: string[];
  /** A whole answer, or the events of a streamed one. */
  says(tokens: { input: number; output: number }, stream: boolean): string;
}

/** A short request in one dialect, bounded. */
export interface ShortRequest {
  name: string;
  path: string;
  /** Where a stream is asked for, if not at `path`. */
  streamPath?: string;
  body: object;
}

/** Short answers, served as `flex`; each vendor names that in its own place. */
export const vendorAnswers: [VendorAnswers, ...VendorAnswers[]] = [
  {
    name: "OpenAI's chat",
    type: 8,
    says({ input, output }, stream) {
      const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
      const head = { id: 'c', created: 1, model: 'm', service_tier: 'flex' };
      const message = { role: 'assistant', content: 'Hello.' };
      if (!stream)
        return JSON.stringify({ ...head, choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
      const choices = [{ index: 0, delta: message, finish_reason: 'stop' }];
      return `${sse([
        { ...head, choices },
        { ...head, choices: [], usage },
      ])}data: [DONE]\n\n`;
    },
  },
  {
    name: "OpenAI's responses",
    type: 8,
    dialects: ['openai-responses'],
    says({ input, output }, stream) {
      const text = { type: 'output_text', text: 'Hello.', annotations: [] };
      const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [text] };
      const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
      const head = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' };
      const response = { ...head, status: 'completed', output: [item], service_tier: 'flex', usage };
      if (!stream) return JSON.stringify(response);
      const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
      return named([
        { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
        { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
        { type: 'response.output_text.delta', ...place, delta: 'Hello.' },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response },
      ]);
    },
  },
  {
    name: "Anthropic's messages",
    type: 14,
    says({ input, output }, stream) {
      const usage = { input_tokens: input, output_tokens: output, service_tier: 'flex' };
      const content = [{ type: 'text', text: 'Hello.' }];
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null };
      if (!stream) return JSON.stringify({ ...message, content, stop_reason: 'end_turn', usage });
      return named([
        ...[{ type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } }],
        ...[{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
        ...[{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } }],
        { type: 'content_block_stop', index: 0 },
        {
          ...{ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
          usage: { output_tokens: output },
        },
        { type: 'message_stop' },
      ]);
    },
  },
  {
    name: 'Gemini',
    type: 25,
    says({ input, output }, stream) {
      const usageMetadata = {
        ...{ promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
        trafficType: 'ON_DEMAND_FLEX',
      };
      const content = { role: 'model', parts: [{ text: 'Hello.' }] };
      const answer = { candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata };
      return stream ? sse([answer]) : JSON.stringify(answer);
    },
  },
];

export const shortRequests: [ShortRequest, ...ShortRequest[]] = [
  {
    name: 'chat',
    path: '/v1/chat/completions',
    body: { max_tokens: 50, messages: [{ role: 'user', content: 'Hello there!' }] },
  },
  {
    name: 'messages',
    path: '/v1/messages',
    body: { max_tokens: 50, messages: [{ role: 'user', content: 'Hello there!' }] },
  },
  { name: 'responses', path: '/v1/responses', body: { max_output_tokens: 50, input: 'Hello there!' } },
  {
    name: 'gemini',
    path: '/v1beta/models/m:generateContent',
    streamPath: '/v1beta/models/m:streamGenerateContent?alt=sse',
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hello there!' }] }],
      generationConfig: { maxOutputTokens: 50 },
    },
  },
];

/** Asks for the model `m`. */
export const askShortly = (
  gateway: TestGateway,
  user: Pick<SeededUser, 'token'>,
  {
    path,
    streamPath = path,
    body,
    stream,
    headers = {},
  }: Omit<ShortRequest, 'name'> & { stream: boolean; headers?: Record<string, string> },
): Promise<Response> =>
  fetch(gateway.url + (stream ? streamPath : path), {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(streamPath === path ? { model: 'm', stream, ...body } : body),
  });

/** A channel for the model `m` whose upstream gives a vendor's answers. */
export async function seedVendor(
  gateway: TestGateway,
  { type, dialects, says }: VendorAnswers,
): Promise<{
  says: (tokens: { input: number; output: number }, stream: boolean) => void;
  stop(): Promise<void>;
}> {
  const google = type === 25 ? await GeminiUpstream.start() : null;
  const channel = await gateway.seed.channel({
    ...{ model: 'm', type, ...(dialects && { dialects }) },
    ...(google !== null && { baseUrl: google.url }),
  });
  return {
    says(tokens, stream) {
      const said = says(tokens, stream);
      if (google !== null) stream ? google.streams([said]) : google.says(said);
      else
        gateway.upstream(channel).does((response) => {
          if (!stream) return sendJson(response, 200, said);
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(said);
        });
    },
    stop: async () => google?.stop(),
  };
}
