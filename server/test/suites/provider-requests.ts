import type { DialectName } from '../../src/dialects/call-facts.ts';

interface ShortAnswer {
  /** JSON, or the bytes of a file of sound. */
  body: object | Buffer;
  /** Tokens of its log row; null where the answer does not say them, or nothing is paid. */
  counted: [input: number, output: number] | null;
}

interface ProviderRequest {
  /** Path of the gateway. */
  path(model: string, stream: boolean): string;
  /** Members next to the model and `stream`. */
  body: Record<string, unknown>;
  /** How a body names the model; absent where by `model`. */
  naming?(model: string): Record<string, unknown>;
  /** Members of a streamed call alone. */
  streamed?: Record<string, unknown>;
  /** Name of the field in which a file comes; the body is a form then. */
  file?: string;
  /** A short answer, for dialects without recorded ones. */
  answer?: ShortAnswer;
}

const question = [{ role: 'user', content: 'What is the weather in Paris?' }];
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tool = { name: 'get_weather', description: 'Weather of a city', parameters };
const usage = { prompt_tokens: 8, total_tokens: 8 };
const embedding = { object: 'embedding', index: 0, embedding: [0.5, -0.25] };

const openAi = (path: string, body: ProviderRequest['body'], answer?: ShortAnswer): ProviderRequest => ({
  path: () => path,
  body,
  ...(answer && { answer }),
});

const withUsage = { streamed: { stream_options: { include_usage: true } } };

const google = (
  verb: string,
  body: ProviderRequest['body'],
  answer?: ShortAnswer,
  naming?: ProviderRequest['naming'],
): ProviderRequest => ({
  path: (model, stream) => `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : verb}`,
  body,
  naming: naming ?? (() => ({})),
  ...(answer && { answer }),
});

const contents = [{ role: 'user', parts: [{ text: 'What is the weather in Paris?' }] }];
const messagesTool = { name: tool.name, description: tool.description, input_schema: parameters };
const picture: ShortAnswer = { body: { created: 1, data: [{ b64_json: 'QUJD' }] }, counted: null };
const heard: ShortAnswer = {
  body: { text: 'Hello', usage: { input_tokens: 14, output_tokens: 2, total_tokens: 16 } },
  counted: [14, 2],
};
const response = { id: 'resp_1', object: 'response.compaction', created_at: 1 };

/** Dialects over a socket, without callers, or without a model have tests of their own. */
const TESTED_APART = ['openai-realtime', 'gemini-live', 'bedrock-converse', 'recraft-tools'] as const;

/** Those that callers ask by requests. */
export type RequestedDialect = Exclude<DialectName, (typeof TESTED_APART)[number]>;

export const isRequested = (name: DialectName): name is RequestedDialect =>
  !TESTED_APART.some((apart) => apart === name);

/** A call of each dialect, with a tool where the dialect has them. */
export const providerRequests: Readonly<Record<RequestedDialect, ProviderRequest>> = {
  'openai-chat': {
    ...openAi('/v1/chat/completions', { messages: question, tools: [{ type: 'function', function: tool }] }),
    ...withUsage,
  },
  'openai-completions': {
    ...openAi('/v1/completions', { prompt: 'A new holiday', max_tokens: 16 }),
    ...withUsage,
  },
  'openai-embeddings': openAi(
    '/v1/embeddings',
    { input: 'Paris' },
    { body: { object: 'list', data: [embedding], model: 'm', usage }, counted: [8, 0] },
  ),
  'openai-responses': openAi('/v1/responses', {
    input: 'What is the weather in Paris?',
    tools: [{ type: 'function', ...tool }],
  }),
  'responses-compaction': openAi(
    '/v1/responses/compact',
    { input: question },
    {
      body: { ...response, output: [], usage: { input_tokens: 12, output_tokens: 3, total_tokens: 15 } },
      counted: [12, 3],
    },
  ),
  'responses-count': openAi(
    '/v1/responses/input_tokens',
    { input: 'Paris' },
    { body: { object: 'response.input_tokens', input_tokens: 7 }, counted: null },
  ),
  'anthropic-messages': openAi('/v1/messages', {
    max_tokens: 100,
    messages: question,
    tools: [messagesTool],
  }),
  'anthropic-count': openAi(
    '/v1/messages/count_tokens',
    { messages: question, tools: [messagesTool] },
    { body: { input_tokens: 7 }, counted: null },
  ),
  gemini: google('generateContent', { contents, tools: [{ functionDeclarations: [tool] }] }),
  'gemini-count': google('countTokens', { contents }, { body: { totalTokens: 7 }, counted: null }),
  'gemini-embeddings': google(
    'embedContent',
    { content: contents[0] },
    { body: { embedding: { values: [0.5] } }, counted: null },
  ),
  'gemini-batch-embeddings': google(
    'batchEmbedContents',
    {},
    { body: { embeddings: [{ values: [0.5] }] }, counted: null },
    (model) => ({ requests: [{ model: `models/${model}`, content: contents[0] }] }),
  ),
  'gemini-images': google(
    'predict',
    { instances: [{ prompt: 'Paris' }], parameters: { sampleCount: 1 } },
    { body: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: 'AAAA' }] }, counted: null },
  ),
  'openai-moderations': openAi(
    '/v1/moderations',
    { input: 'Paris' },
    { body: { id: 'modr-1', model: 'm', results: [{ flagged: false }] }, counted: null },
  ),
  rerank: openAi(
    '/v1/rerank',
    { query: 'A capital?', documents: ['Paris', 'Nice'], top_n: 1 },
    {
      body: { results: [{ index: 0, relevance_score: 0.75 }], usage: { total_tokens: 9 } },
      counted: [9, 0],
    },
  ),
  'voyage-rerank': openAi(
    '/voyage/v1/rerank',
    { query: 'A capital?', documents: ['Paris', 'Nice'], top_k: 1 },
    {
      body: { object: 'list', data: [{ index: 0, relevance_score: 0.75 }], usage: { total_tokens: 9 } },
      counted: [9, 0],
    },
  ),
  'cohere-embeddings': openAi(
    '/v2/embed',
    { texts: ['Paris'], input_type: 'search_query', embedding_types: ['float'] },
    {
      body: {
        ...{ id: 'e1', embeddings: { float: [[0.5]] }, texts: ['Paris'] },
        meta: { api_version: { version: '2' }, billed_units: { input_tokens: 8 } },
      },
      counted: [8, 0],
    },
  ),
  'openai-images': openAi('/v1/images/generations', { prompt: 'A cat', size: '1024x1024' }, picture),
  'openai-image-edits': { ...openAi('/v1/images/edits', { prompt: 'A hat' }, picture), file: 'image' },
  'openai-image-variations': { ...openAi('/v1/images/variations', {}, picture), file: 'image' },
  'openai-speech': openAi(
    '/v1/audio/speech',
    { input: 'Hello', voice: 'alloy' },
    { body: Buffer.from('ID3 sound'), counted: null },
  ),
  'openai-transcriptions': { ...openAi('/v1/audio/transcriptions', {}, heard), file: 'file' },
  'openai-translations': { ...openAi('/v1/audio/translations', {}, heard), file: 'file' },
};
