import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkGeminiEvents,
  readGeminiArray,
  readGeminiSse,
} from '../../../../test/grammars/gemini-grammar.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import {
  GeminiUpstream,
  geminiEvent,
  geminiEventsOf,
  recordingOfGemini,
  sendGemini,
} from '../../../../test/upstreams/gemini-upstream.ts';

const GEMINI_CHANNEL = 25;
const hello = { contents: [{ role: 'user', parts: [{ text: 'How many r are in strawberry?' }] }] };
const bounded = { ...hello, generationConfig: { maxOutputTokens: 1_000 } };

describe.each(anyDatabase)('calls of Gemini on $name', ({ open }) => {
  let gateway: TestGateway;
  let upstream: GeminiUpstream;
  let user: SeededUser;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    upstream = await GeminiUpstream.start();
    user = await gateway.seed.user({ quota: 100_000 });
    await gateway.seed.price({ model: 'g', input: 1, output: 3 });
    await gateway.seed.channel({
      ...{ model: 'g,mapped', type: GEMINI_CHANNEL, baseUrl: upstream.url },
      mapping: { mapped: '+tunedModels/g-1' },
    });
    await gateway.seed.price({ model: 'mapped', input: 1, output: 3 });
  });
  afterEach(async () => {
    await gateway.stop();
    await upstream.stop();
    await drop();
  });

  const ask = (path: string, body: object | string = bounded, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'x-goog-api-key': user.token, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('an answer passes whole, byte for byte, and costs what its usage says, thinking beside it', async () => {
    upstream.says(recordingOfGemini('google-reasoning-gemini3.json'));
    const body = ` ${JSON.stringify({ ...bounded, systemInstruction: { parts: [{ text: '…' }] } })}\n`;

    const reply = await ask('/v1beta/models/g:generateContent', body);

    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await reply.text()).toBe(recordingOfGemini('google-reasoning-gemini3.json'));
    expect(upstream.received).toMatchObject([
      {
        url: '/v1beta/models/g:generateContent',
        rawBody: body,
        headers: { 'x-goog-api-key': 'upstream-key' },
      },
    ]);
    const cost = 9 + 3 * (29 + 258);
    expect(await gateway.logRowsOf(user)).toMatchObject([
      {
        ...{ quota: cost, prompt_tokens: 9, completion_tokens: 29 + 258, is_stream: 0, model_name: 'g' },
        ...{ request_id: reply.headers.get('x-request-id'), ended_by: 'completed' },
        metadata: { reasoning_tokens: 258 },
      },
    ]);
    expect(await gateway.quotaOf(user)).toBe(100_000 - cost);
  });

  it.each([
    { name: 'google-text.chunks.txt', cost: 9 + 3 * (23 + 185) },
    { name: 'google-stream-no-args-tool-call.chunks.txt', cost: 249 + 3 * (58 + 183) },
    { name: 'vertex-count.chunks.txt', cost: 7 + 3 * (5 + 21) },
  ])('$name passes as events, byte for byte, and costs $cost', async ({ name, cost }) => {
    upstream.streams(geminiEventsOf(name));

    const reply = await ask('/v1beta/models/g:streamGenerateContent?alt=sse');
    const text = await reply.text();

    expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(text).toBe(geminiEventsOf(name).join(''));
    expect(checkGeminiEvents(readGeminiSse(text))).toBe('finished');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: cost, is_stream: 1 }]);
    expect(await gateway.quotaOf(user)).toBe(100_000 - cost);
  });

  it('is a list of the same events for who does not ask for alt=sse', async () => {
    upstream.streams(geminiEventsOf('google-text.chunks.txt'), { everyMs: 5 });

    const reply = await ask('/v1beta/models/g:streamGenerateContent');
    const text = await reply.text();

    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(readGeminiArray(text)).toEqual(readGeminiSse(geminiEventsOf('google-text.chunks.txt').join('')));
    expect(upstream.received[0]?.url).toBe('/v1beta/models/g:streamGenerateContent?alt=sse');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 9 + 3 * (23 + 185) }]);
  });

  it.each(['/v1beta', '/v1', '/gemini/v1beta', '/gemini/v1'])(
    'every address of %s reaches the same upstream, by the name that the channel has for the model',
    async (prefix) => {
      const calls = { generateContent: bounded, embedContent: { content: hello.contents[0] } };
      upstream.does((response, { verb }) =>
        sendGemini(
          response,
          200,
          verb === 'embedContent' ? '{"embedding":{"values":[1]}}' : recordingOfGemini('google-text.json'),
        ),
      );
      for (const [verb, body] of Object.entries(calls)) {
        const reply = await ask(`${prefix}/models/mapped:${verb}`, body);
        expect(reply.status).toBe(200);
      }
      expect(upstream.received.map(({ url }) => url)).toEqual(
        Object.keys(calls).map((verb) => `/v1beta/tunedModels/g-1:${verb}`),
      );
      expect(upstream.refused).toEqual([]);
    },
  );

  it('vectors cost what their usage says, or what is counted', async () => {
    const request = { model: 'models/mapped', content: { parts: [{ text: 'one two three four five' }] } };
    upstream.does((response, { verb }) =>
      verb === 'batchEmbedContents'
        ? sendGemini(response, 200, '{"embeddings":[{"values":[1]},{"values":[2]}]}')
        : sendGemini(response, 200, '{"embedding":{"values":[1]},"usageMetadata":{"promptTokenCount":6}}'),
    );

    const single = await ask('/v1beta/models/mapped:embedContent', request);
    expect(await single.json()).toMatchObject({ embedding: { values: [1] } });
    const batch = await ask('/v1beta/models/mapped:batchEmbedContents', { requests: [request, request] });
    expect(await batch.json()).toMatchObject({ embeddings: [{ values: [1] }, { values: [2] }] });

    expect(upstream.refused).toEqual([]);
    expect(upstream.received.map(({ body }) => body)).toMatchObject([
      { model: 'tunedModels/g-1' },
      { requests: [{ model: 'tunedModels/g-1' }, { model: 'tunedModels/g-1' }] },
    ]);
    expect(await gateway.logRowsOf(user)).toMatchObject([
      { quota: 6, metadata: {} },
      { quota: 10, metadata: { estimated: true } },
    ]);
  });

  it('a prompt that is blocked costs its input, and passes', async () => {
    const blocked = {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 },
    };
    upstream.does((response, { verb }) => {
      if (verb === 'generateContent') return sendGemini(response, 200, JSON.stringify(blocked));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(geminiEvent(blocked));
    });

    expect(await (await ask('/v1beta/models/g:generateContent')).json()).toEqual(blocked);
    const streamed = await (await ask('/v1beta/models/g:streamGenerateContent?alt=sse')).text();
    expect(streamed).toBe(geminiEvent(blocked));

    const rows = await gateway.logRowsOf(user);
    expect(rows.map(({ quota, ended_by }) => [quota, ended_by])).toEqual([
      [7, 'completed'],
      [7, 'completed'],
    ]);
  });

  it('an answer without usage is counted', async () => {
    const answer = {
      candidates: [
        { content: { parts: [{ text: 'one two three four' }], role: 'model' }, finishReason: 'STOP' },
      ],
    };
    upstream.does((response, { verb }) => {
      if (verb === 'generateContent') return sendGemini(response, 200, JSON.stringify(answer));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(geminiEvent(answer));
    });

    await (await ask('/v1beta/models/g:generateContent')).text();
    await (await ask('/v1beta/models/g:streamGenerateContent?alt=sse')).text();

    const rows = await gateway.logRowsOf(user);
    for (const { metadata, quota } of rows) {
      expect(metadata?.estimated).toBe(true);
      const counts = Object.fromEntries((metadata?.lines ?? []).map(({ bucket, count }) => [bucket, count]));
      expect(counts).toMatchObject({ textOutput: 4 });
      expect(quota).toBe((counts.textInput ?? 0) + 3 * 4);
      expect(counts.textInput).toBeGreaterThan(5);
    }
    expect(rows).toHaveLength(2);
  });

  it('whoever leaves in the middle pays what had been reported until then', async () => {
    upstream.streams(
      [...geminiEventsOf('google-text.chunks.txt').slice(0, 1), ...Array(500).fill(': ping\n\n')],
      {
        everyMs: 20,
      },
    );
    const leaving = new AbortController();
    const reply = await fetch(`${gateway.url}/v1beta/models/g:streamGenerateContent?alt=sse`, {
      method: 'POST',
      headers: { 'x-goog-api-key': user.token },
      body: JSON.stringify(bounded),
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    leaving.abort();
    await upstream.received[0]?.left;

    await expect.poll(async () => (await gateway.logRowsOf(user)).length).toBe(1);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 9 + 3 * (5 + 185), ended_by: 'client' }]);
  });

  it('a picture of 3 MB passes byte for byte, whole and streamed, and is charged as a picture', async () => {
    const data = Buffer.alloc(2_250_000, 'picture').toString('base64');
    const answer = JSON.stringify({
      candidates: [
        {
          content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: {
        ...{ promptTokenCount: 9, candidatesTokenCount: 1_290 },
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_290 }],
      },
    });
    upstream.does((response, { verb }) => {
      if (verb === 'generateContent') return sendGemini(response, 200, answer);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${answer}\r\n\r\n`);
    });
    const body = { ...bounded, generationConfig: { maxOutputTokens: 2_000, responseModalities: ['IMAGE'] } };

    const replies = await Promise.all(
      ['generateContent', 'streamGenerateContent', 'streamGenerateContent?alt=sse'].map(async (verb) =>
        (await ask(`/v1beta/models/g:${verb}`, body)).text(),
      ),
    );

    expect(replies[0] === answer).toBe(true);
    expect(replies[1] === `[${answer}\n]`).toBe(true);
    expect(replies[2] === `data: ${answer}\r\n\r\n`).toBe(true);
    for (const row of await gateway.logRowsOf(user)) {
      expect(row.quota).toBe(9 + 3 * 1_290);
      expect(row.metadata?.lines).toContainEqual({
        bucket: 'imageOutput',
        count: 1_290,
        ratio: expect.any(String),
      });
    }
  });

  it('a small balance pays for small calls, and is never overspent by many at once', async () => {
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 16 };
    upstream.says({ candidates: [{ finishReason: 'MAX_TOKENS' }], usageMetadata });
    const cost = 10 + 3 * 16;
    const poor = await gateway.seed.user({ quota: 3 * cost });
    const once = async () => {
      const body = { ...hello, generationConfig: { maxOutputTokens: 16 } };
      const reply = await ask('/v1beta/models/g:generateContent', body, { 'x-goog-api-key': poor.token });
      await reply.text();
      return reply.status;
    };
    await Promise.all(Array.from({ length: 10 }, once));
    while ((await once()) === 200);
    const paid = (await gateway.logRowsOf(poor)).filter(({ quota }) => quota > 0);
    expect(paid.map(({ quota }) => quota)).toEqual([cost, cost, cost]);
    expect(await gateway.quotaOf(poor)).toBe(0);
  });

  it('an answer is bounded by what the balance pays, where its caller names no bound', async () => {
    const poor = await gateway.seed.user({ quota: 60_000 });
    upstream.does((response, { body }) => {
      const most =
        (body.generationConfig as { maxOutputTokens?: number } | undefined)?.maxOutputTokens ?? 65_536;
      if (most > 8_192)
        return sendGemini(
          response,
          400,
          JSON.stringify({
            error: {
              code: 400,
              message: `Unable to submit request because it has a maxOutputTokens value of ${most} but the supported range is from 1 (inclusive) to 8193 (exclusive).`,
              status: 'INVALID_ARGUMENT',
            },
          }),
        );
      const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: most };
      sendGemini(
        response,
        200,
        JSON.stringify({ candidates: [{ finishReason: 'MAX_TOKENS' }], usageMetadata }),
      );
    });

    const body = { ...hello, generationConfig: { temperature: 1 } };
    const reply = await ask('/v1beta/models/g:generateContent', body, { 'x-goog-api-key': poor.token });

    expect(reply.status).toBe(200);
    const [, second] = upstream.received;
    expect(second?.body).toEqual({ ...hello, generationConfig: { temperature: 1, maxOutputTokens: 4_096 } });
    expect(await gateway.quotaOf(poor)).toBe(60_000 - 9 - 3 * 4_096);
  });
});
