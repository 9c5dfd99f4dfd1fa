/** One of the dialects that conversations are converted between, as the benchmark calls and plays it. */
export interface BenchDialect {
  name: string;
  channelType: number;
  /** Path of a streamed call. */
  path(model: string): string;
  body(model: string): object;
  /** Matches every path of an upstream. */
  upstreamPath: RegExp;
  /** Events of a stream of a hundred words: before, each word, after. */
  events: { first: string; word: string; last: string };
}

const named = (type: string, rest: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
const unnamed = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

const question = 'Say a hundred words about toll roads.';
const messages = [{ role: 'user', content: question }];
const chunk = {
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_762_500_000,
  model: 'bench',
};
const usage = { prompt_tokens: 20, completion_tokens: 100, total_tokens: 120 };

const openAiChat: BenchDialect = {
  name: 'openai-chat',
  channelType: 8,
  path: () => '/v1/chat/completions',
  body: (model) => ({ model, messages, max_tokens: 100, stream: true }),
  upstreamPath: /\/chat\/completions$/,
  events: {
    first: '',
    word: unnamed({
      ...chunk,
      choices: [{ index: 0, delta: { content: ' word' }, logprobs: null, finish_reason: null }],
      usage: null,
    }),
    last: [
      unnamed({
        ...chunk,
        choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }],
        usage: null,
      }),
      unnamed({ ...chunk, choices: [], usage }),
      'data: [DONE]\n\n',
    ].join(''),
  },
};

const message = { id: 'msg_bench', type: 'message', role: 'assistant', content: [], model: 'bench' };

const anthropicMessages: BenchDialect = {
  name: 'anthropic-messages',
  channelType: 14,
  path: () => '/v1/messages',
  body: (model) => ({ model, messages, max_tokens: 100, stream: true }),
  upstreamPath: /\/messages$/,
  events: {
    first: [
      named('message_start', {
        message: { ...message, stop_reason: null, usage: { input_tokens: 20, output_tokens: 1 } },
      }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ].join(''),
    word: named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: ' word' } }),
    last: [
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 100 } }),
      named('message_stop'),
    ].join(''),
  },
};

const response = { id: 'resp_bench', object: 'response', created_at: 1_762_500_000, model: 'bench' };
const place = { item_id: 'msg_bench', output_index: 0, content_index: 0 };
const item = { id: 'msg_bench', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
const textPart = { type: 'output_text', text: '', annotations: [] };

const openAiResponses: BenchDialect = {
  name: 'openai-responses',
  channelType: 1,
  path: () => '/v1/responses',
  body: (model) => ({ model, input: question, max_output_tokens: 100, stream: true }),
  upstreamPath: /\/responses$/,
  events: {
    first: [
      named('response.created', {
        sequence_number: 0,
        response: { ...response, status: 'in_progress', output: [] },
      }),
      named('response.output_item.added', { sequence_number: 1, output_index: 0, item }),
      named('response.content_part.added', { sequence_number: 2, ...place, part: textPart }),
    ].join(''),
    word: named('response.output_text.delta', { sequence_number: 3, ...place, delta: ' word', logprobs: [] }),
    last: [
      named('response.content_part.done', { sequence_number: 103, ...place, part: textPart }),
      named('response.output_item.done', { sequence_number: 104, output_index: 0, item }),
      named('response.completed', {
        sequence_number: 105,
        response: {
          ...response,
          ...{ status: 'completed', output: [item] },
          usage: { input_tokens: 20, output_tokens: 100, total_tokens: 120 },
        },
      }),
    ].join(''),
  },
};

const candidate = (text: string, rest: object = {}): string =>
  unnamed({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...rest }],
    modelVersion: 'bench',
  });

const gemini: BenchDialect = {
  name: 'gemini',
  channelType: 25,
  path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
  body: () => ({
    contents: [{ role: 'user', parts: [{ text: question }] }],
    generationConfig: { maxOutputTokens: 100 },
  }),
  upstreamPath: /:streamGenerateContent$/,
  events: {
    first: '',
    word: candidate(' word'),
    last: unnamed({
      candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, index: 0, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 100, totalTokenCount: 120 },
      modelVersion: 'bench',
    }),
  },
};

/** Every dialect of conversations; the first one is what the other figures of the benchmark are measured with. */
export const benchDialects: readonly BenchDialect[] = [
  openAiChat,
  openAiResponses,
  anthropicMessages,
  gemini,
];

/** Name of the model that an upstream of a dialect serves. */
export const benchModel = ({ name }: BenchDialect): string => `bench-${name}`;
