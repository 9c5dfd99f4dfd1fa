import {
  ApiError,
  FinishReason,
  FunctionCallingConfigMode,
  type GenerateContentResponse,
  GoogleGenAI,
  type HttpOptions,
  type Model,
  type Part,
  Type,
} from '@google/genai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkGeminiEvents } from '../server/test/grammars/gemini-grammar.ts';
import {
  GeminiUpstream,
  geminiEvent,
  geminiEventsOf,
  recordingOfGemini,
  sendGemini,
} from '../server/test/upstreams/gemini-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const MODEL = 'gemini-3-pro-preview';
const EMBEDDER = 'gemini-embedding-001';
const GEMINI_CHANNEL = 25;
const say = { model: MODEL, contents: 'How many r are in strawberry?' };

describe.each([
  { prefix: '', apiVersion: 'v1beta' },
  { prefix: '', apiVersion: 'v1' },
  { prefix: '/gemini', apiVersion: 'v1beta' },
])('the @google/genai package at "$prefix", $apiVersion', ({ prefix, apiVersion }) => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let upstream: GeminiUpstream;
  let tokenKey: string;
  let google: GoogleGenAI;
  let channelId: number;

  beforeAll(async () => {
    ({ turnpike, root } = await startSite({ env: { TURNPIKE_BODY_LIMIT: '100000' } }));
    upstream = await GeminiUpstream.start();
    ({ id: channelId } = await root.createChannel({
      ...{ type: GEMINI_CHANNEL, base_url: upstream.url, models: `${MODEL},${EMBEDDER},only-whole` },
      disabled_stream: ['only-whole'],
    }));
    for (const model of [MODEL, 'only-whole']) await root.createPrice(model, 1, 3);
    await root.liftRateLimit();
    tokenKey = (await root.createToken()).key;
  });
  afterAll(async () => {
    await turnpike.stop();
    await upstream.stop();
  });
  beforeEach(() => {
    upstream.received.length = 0;
    upstream.refused.length = 0;
    google = clientWith(tokenKey);
  });

  const clientWith = (apiKey: string, more: HttpOptions = {}) =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: turnpike.url + prefix, apiVersion, ...more } });

  const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
    call.then(
      () => {
        throw new Error('it succeeded');
      },
      (error: ApiError) => error,
    );
  /** The body of an error as the package keeps it. */
  const toldBy = ({ message }: ApiError) =>
    (JSON.parse(message) as { error: { code: number; status: string; message: string } }).error;

  const chunksOf = async (request: Parameters<GoogleGenAI['models']['generateContentStream']>[0]) => {
    const chunks: GenerateContentResponse[] = [];
    for await (const chunk of await google.models.generateContentStream(request)) chunks.push(chunk);
    const bodies = chunks.map(
      ({ sdkHttpResponse: _, ...body }) => JSON.parse(JSON.stringify(body)) as object,
    );
    expect(checkGeminiEvents(bodies)).toBe('finished');
    return chunks;
  };

  it('answers, whole, as if Google did', async () => {
    upstream.says(recordingOfGemini('google-reasoning-gemini3.json'));

    const answer = await google.models.generateContent(say);

    const recorded = JSON.parse(
      recordingOfGemini('google-reasoning-gemini3.json'),
    ) as GenerateContentResponse;
    const { sdkHttpResponse, ...body } = answer;
    expect(JSON.parse(JSON.stringify(body))).toEqual(recorded);
    expect(answer.text).toContain('There are **3**');
    expect(upstream.refused).toEqual([]);
    const requestId = sdkHttpResponse?.headers?.['x-request-id'];
    const row = await eventually(async () =>
      (await root.callRows()).find((one) => one.request_id === requestId),
    );
    expect(row).toMatchObject({ prompt_tokens: 9, completion_tokens: 29 + 258, model_name: MODEL });
  });

  it('streams, with the usage of Google', async () => {
    upstream.streams(geminiEventsOf('google-text.chunks.txt'));

    const chunks = await chunksOf(say);

    expect(chunks.map(({ text }) => text ?? '').join('')).toContain('"r"s in strawberry');
    expect(chunks.at(-1)?.usageMetadata).toMatchObject({ candidatesTokenCount: 23, thoughtsTokenCount: 185 });
    expect(chunks.at(-1)?.candidates?.[0]?.content?.parts?.[0]?.thoughtSignature).toMatch(/^EqsF/);
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe(FinishReason.STOP);
  });

  const weather = {
    functionDeclarations: [
      {
        name: 'weather',
        parameters: { type: Type.OBJECT, properties: { location: { type: Type.STRING } } },
      },
    ],
  };

  it.each(['whole', 'streamed'])(
    'calls a tool and goes on with its result and signature, %s',
    async (way) => {
      const first = way === 'whole' ? 'google-tool-call.json' : 'google-tool-call.chunks.txt';
      if (way === 'whole') upstream.says(recordingOfGemini(first));
      else upstream.streams(geminiEventsOf(first));
      const toolConfig = { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } };
      const request = {
        model: MODEL,
        contents: 'Weather in San Francisco?',
        config: { tools: [weather], toolConfig },
      };

      const answers =
        way === 'whole' ? [await google.models.generateContent(request)] : await chunksOf(request);

      const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
      const call = parts.find(({ functionCall }) => functionCall);
      expect(call).toMatchObject({
        functionCall: { name: 'weather', args: { location: 'San Francisco' } },
        thoughtSignature: expect.any(String),
      });

      upstream.says(recordingOfGemini('google-text.json'));
      const contents = [
        { role: 'user', parts: [{ text: 'Weather in San Francisco?' }] },
        { role: 'model', parts: parts.filter(({ text }) => text !== '') },
        { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { degrees: 18 } } }] },
      ];
      await google.models.generateContent({ ...request, contents });

      expect(upstream.received.at(-1)?.body.contents).toMatchObject([{}, { parts: [call] }, {}]);
      expect(upstream.refused).toEqual([]);
      // Without its signature the turn is refused, as Google refuses it.
      const unsigned = contents.map((turn) => ({
        ...turn,
        parts: turn.parts.map(({ thoughtSignature: _, ...part }: Part) => part),
      }));
      const error = await failureOf(google.models.generateContent({ ...request, contents: unsigned }));
      expect(toldBy(error)).toMatchObject({
        code: 400,
        message: expect.stringContaining('thought_signature'),
      });
    },
  );

  it('calls tools in parallel, and streams arguments in pieces', async () => {
    upstream.streams(geminiEventsOf('google-stream-no-args-tool-call.chunks.txt'));

    const chunks = await chunksOf({ ...say, config: { tools: [weather] } });

    const calls = chunks.flatMap(({ functionCalls }) => functionCalls ?? []);
    expect(calls.filter(({ name }) => name === 'read_screen')).toHaveLength(3);
    expect(
      calls.flatMap(({ partialArgs }) => partialArgs ?? []).map(({ stringValue }) => stringValue),
    ).toEqual([...['A', '', 'B', '', 'C', '']]);
  });

  it('thinks aloud, and says the thinking again in a second turn', async () => {
    const thought = { text: 'Let me count.', thought: true };
    const answer = { text: 'Three.', thoughtSignature: Buffer.from('x'.repeat(6_000)).toString('base64') };
    upstream.streams([
      geminiEvent({ candidates: [{ content: { role: 'model', parts: [thought] }, index: 0 }] }),
      geminiEvent({
        candidates: [{ content: { role: 'model', parts: [answer] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2, thoughtsTokenCount: 4 },
      }),
    ]);
    const chat = google.chats.create({ model: MODEL, config: { thinkingConfig: { includeThoughts: true } } });

    for (const message of ['How many r?', 'Sure?']) {
      const parts: unknown[] = [];
      for await (const chunk of await chat.sendMessageStream({ message }))
        parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      expect(parts).toEqual([thought, answer]);
    }

    expect(upstream.refused).toEqual([]);
    expect(JSON.stringify(upstream.received[1]?.body.contents)).toContain(answer.thoughtSignature);
  });

  it('sends a picture, a document and an address', async () => {
    upstream.says(recordingOfGemini('google-text.json'));
    const data = Buffer.alloc(6_000, 7).toString('base64');
    const parts = [
      { inlineData: { mimeType: 'image/png', data } },
      { inlineData: { mimeType: 'application/pdf', data } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'https://example.com/a.mp4' } },
      { text: 'What is this?' },
    ];

    await google.models.generateContent({ model: MODEL, contents: [{ role: 'user', parts }] });

    expect(upstream.refused).toEqual([]);
    expect(upstream.received[0]?.body.contents).toEqual([{ role: 'user', parts }]);
  });

  it('asks for an answer by a schema', async () => {
    upstream.says({
      candidates: [{ content: { role: 'model', parts: [{ text: '{"count":3}' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5 },
    });
    const responseSchema = { type: Type.OBJECT, properties: { count: { type: Type.INTEGER } } };

    const answer = await google.models.generateContent({
      ...say,
      config: { responseMimeType: 'application/json', responseSchema, systemInstruction: 'Count.' },
    });

    expect(JSON.parse(answer.text ?? '')).toEqual({ count: 3 });
    expect(upstream.refused).toEqual([]);
    expect(upstream.received[0]?.body.generationConfig).toMatchObject({ responseSchema });
  });

  it.each(['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'MALFORMED_FUNCTION_CALL'] as const)(
    'ends for the reason %s',
    async (finishReason) => {
      const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'A' }] }, finishReason }] };
      upstream.does((response, { verb }) => {
        if (verb === 'generateContent') return sendGemini(response, 200, JSON.stringify(answer));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(geminiEvent(answer));
      });
      const whole = await google.models.generateContent(say);
      const [streamed] = await chunksOf(say);
      for (const one of [whole, streamed]) expect(one?.candidates?.[0]?.finishReason).toBe(finishReason);
    },
  );

  it('tells why a prompt was blocked', async () => {
    upstream.says({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 5 } });
    const answer = await google.models.generateContent(say);
    expect(answer.promptFeedback?.blockReason).toBe('SAFETY');
    expect(answer.text).toBeUndefined();
  });

  it('counts tokens', async () => {
    upstream.says({ totalTokens: 31 });
    expect((await google.models.countTokens(say)).totalTokens).toBe(31);
    expect(upstream.received[0]).toMatchObject({ verb: 'countTokens', model: MODEL });
  });

  it('makes vectors', async () => {
    upstream.says({ embeddings: [{ values: [0.5, 0.25] }, { values: [1, 0] }] });

    const answer = await google.models.embedContent({ model: EMBEDDER, contents: ['one', 'two'] });

    expect(answer.embeddings?.map(({ values }) => values)).toEqual([
      [0.5, 0.25],
      [1, 0],
    ]);
    expect(upstream.refused).toEqual([]);
    expect(upstream.received[0]).toMatchObject({ verb: 'batchEmbedContents', model: EMBEDDER });
  });

  it('draws pictures', async () => {
    const parts = [{ text: 'Here:' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }];
    upstream.says({
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        ...{ promptTokenCount: 6, candidatesTokenCount: 1_290, totalTokenCount: 1_296 },
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_290 }],
      },
    });

    const answer = await google.models.generateContent({
      ...{ model: MODEL, contents: 'A toll' },
      config: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '16:9' } },
    });

    expect(answer.data).toBe('AAAA');
    expect(answer.usageMetadata?.candidatesTokenCount).toBe(1_290);
    expect(upstream.refused).toEqual([]);
    expect(upstream.received[0]?.body).toMatchObject({
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '16:9' } },
    });
  });

  it('lists the models page by page, and reads one', async () => {
    const models: Model[] = [];
    for await (const model of await google.models.list({ config: { pageSize: 2 } })) models.push(model);

    expect(models.map(({ name }) => name)).toEqual(
      [MODEL, EMBEDDER, 'only-whole'].map((one) => `models/${one}`),
    );
    expect(models[0]?.supportedActions).toContain('generateContent');
    expect(await google.models.get({ model: MODEL })).toMatchObject({ name: `models/${MODEL}` });
    expect(await failureOf(google.models.get({ model: 'nothing' }))).toMatchObject({ status: 404 });
  });

  it('aborts a stream, and the upstream sees its connection close', async () => {
    upstream.streams(
      [...geminiEventsOf('google-text.chunks.txt').slice(0, 1), ...Array(1000).fill(': ping\n\n')],
      {
        everyMs: 20,
      },
    );
    const leaving = new AbortController();

    const stream = await google.models.generateContentStream({
      ...say,
      config: { abortSignal: leaving.signal },
    });
    for await (const _chunk of stream) break;
    leaving.abort();

    await upstream.received[0]?.left;
  });

  it('the test of the channel calls each kind of model', async () => {
    upstream.does((response, { verb }) =>
      sendGemini(
        response,
        200,
        verb === 'embedContent' ? '{"embedding":{"values":[1]}}' : recordingOfGemini('google-text.json'),
      ),
    );
    for (const model of [MODEL, EMBEDDER]) {
      const { status } = await root.ask('POST', `/api/channel/test/${channelId}?model=${model}`);
      expect(status).toBe(200);
    }
    expect(upstream.refused).toEqual([]);
    expect(upstream.received.map(({ verb }) => verb)).toEqual(['generateContent', 'embedContent']);
  });

  describe('errors are the package’s ApiError', () => {
    it.each([
      { what: 'a wrong key', key: 'sk-wrong', status: 401, name: 'UNAUTHENTICATED' },
      { what: 'an unknown model', request: { ...say, model: 'nothing' }, status: 404, name: 'NOT_FOUND' },
      {
        what: 'a body that is too large',
        request: { ...say, contents: 'x'.repeat(150_000) },
        ...{ status: 413, name: 'INVALID_ARGUMENT' },
      },
      {
        what: 'a bound below one',
        request: { ...say, config: { maxOutputTokens: -1 } },
        ...{ status: 400, name: 'INVALID_ARGUMENT' },
      },
    ])('$what is $status', async ({ key = tokenKey, request = say, status, name }) => {
      for (const way of ['generateContent', 'generateContentStream'] as const) {
        const error = await failureOf(clientWith(key).models[way](request));
        expect(error).toBeInstanceOf(ApiError);
        expect(error.status).toBe(status);
        expect(toldBy(error)).toMatchObject({ code: status, status: name });
      }
      expect(upstream.received).toHaveLength(0);
    });

    it('a disabled key is 403, one that is used up 402', async () => {
      const disabled = await root.createToken();
      await root.call('PUT', '/api/token/?status_only=true', { id: disabled.id, status: 2 });
      const empty = await root.createToken({ quota: 1 });
      for (const [{ key }, status] of [
        [disabled, 403],
        [empty, 402],
      ] as const) {
        const config = { maxOutputTokens: 1_000 };
        const error = await failureOf(clientWith(key).models.generateContent({ ...say, config }));
        expect(error).toMatchObject({ status });
      }
    });

    it('no channel that can serve is 503', async () => {
      const error = await failureOf(google.models.generateContentStream({ ...say, model: 'only-whole' }));
      expect(error).toMatchObject({ status: 503 });
      expect(toldBy(error)).toMatchObject({ status: 'UNAVAILABLE' });
    });

    it('an upstream that fails is 502, without its words; one that is busy 429', async () => {
      upstream.refuses(500, { status: 'INTERNAL', message: 'secret of the upstream' });
      const error = await failureOf(google.models.generateContent(say));
      expect(error).toMatchObject({ status: 502 });
      expect(error.message).not.toContain('secret');
      upstream.refuses(429, { status: 'RESOURCE_EXHAUSTED', message: 'slow down' });
      expect(await failureOf(google.models.generateContent(say))).toMatchObject({ status: 429 });
    });

    it('an upstream that fails inside a stream fails while reading', async () => {
      upstream.streams([
        geminiEventsOf('google-text.chunks.txt')[0] ?? '',
        'data: {"error":{"code":503,"message":"secret of the upstream","status":"UNAVAILABLE"}}\r\n\r\n',
      ]);
      const texts: string[] = [];
      const stream = await google.models.generateContentStream(say);
      const error = await failureOf(
        (async () => {
          for await (const { text } of stream) texts.push(text ?? '');
        })(),
      );
      expect(texts.join('')).toBe('There are **3**');
      expect(error).toBeInstanceOf(ApiError);
      expect(error.message).toContain('503');
      expect(error.message).not.toContain('secret');
    });
  });
});
