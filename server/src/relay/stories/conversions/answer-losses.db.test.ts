import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { GeminiUpstream, geminiEvent } from '../../../../test/upstreams/gemini-upstream.ts';

const GEMINI = 25;
const CUSTOM = 8;

let gateway: TestGateway;
let user: SeededUser;

beforeEach(async () => {
  gateway = await startTestGateway();
  user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
});
afterEach(() => gateway.stop());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'x-api-key': user.token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const messages = [{ role: 'user', content: 'Hi' }];
const requests = {
  '/v1/chat/completions': { model: 'm', messages },
  '/v1/messages': { model: 'm', max_tokens: 100, messages },
  '/v1/responses': { model: 'm', input: 'Hi' },
};
const droppedInLog = async () => {
  const row = (await gateway.logRowsOf(user)).at(-1);
  const conversion = row?.metadata?.conversion as { fields?: { fate: string; field: string }[] } | undefined;
  return (conversion?.fields ?? []).map(({ fate, field }) => `${fate} ${field}`);
};

const parts = [
  { text: 'SAID' },
  { inlineData: { mimeType: 'audio/wav', data: 'U09VTkQ=' } },
  { fileData: { mimeType: 'video/mp4', fileUri: 'https://video.example' } },
  { executableCode: { language: 'PYTHON', code: 'CODE' } },
  { inlineData: { mimeType: 'image/png', data: 'UElDVFVSRQ==' } },
];
const end = {
  finishReason: 'STOP',
  groundingMetadata: { groundingChunks: [{ web: { uri: 'https://cited.example', title: 'T' } }] },
};
const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 };
const candidate = (content: object, rest: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', ...content }, ...rest }],
  usageMetadata,
});

it.each([
  { path: '/v1/chat/completions' as const, lost: ['audio', 'video', 'code'], told: ['cited', 'UElDVFVSRQ'] },
  { path: '/v1/responses' as const, lost: ['audio', 'video', 'code'], told: ['cited', 'UElDVFVSRQ'] },
  { path: '/v1/messages' as const, lost: ['citations', 'audio', 'video', 'code', 'image'], told: ['SAID'] },
])('$path is told what of an answer of Gemini’s it cannot have', async ({ path, lost, told }) => {
  const upstream = await GeminiUpstream.start();
  try {
    await gateway.seed.channel({ model: 'm', type: GEMINI, baseUrl: upstream.url });
    const names = lost.map((kind) => `answer.${kind}`);

    upstream.says(candidate({ parts }, end));
    const whole = await post(path, requests[path], { 'x-turnpike-strict': 'true' });
    const text = await whole.text();
    expect(whole.status).toBe(200);
    expect(whole.headers.get('x-turnpike-conversion')).toBe(`dropped=${names.join(',')}`);
    for (const part of told) expect(text).toContain(part);
    expect(await droppedInLog()).toEqual(names.map((name) => `dropped ${name}`));

    upstream.streams([
      ...parts.map((part) => geminiEvent(candidate({ parts: [part] }))),
      geminiEvent(candidate({ parts: [{ text: '' }] }, end)),
    ]);
    const streamed = await post(path, { ...requests[path], stream: true });
    const events = await streamed.text();
    for (const part of told) expect(events).toContain(part);
    expect((await droppedInLog()).sort()).toEqual(names.map((name) => `dropped ${name}`).sort());
  } finally {
    await upstream.stop();
  }
});

it('a chat model’s sound reaches Google’s clients with its words, and is named to others', async () => {
  const channel = await gateway.seed.channel({ model: 'm', type: CUSTOM });
  const audio = { id: 'audio_1', data: 'UklGRiQAAABXQVZF', transcript: 'Hello there', expires_at: 1 };
  const message = { role: 'assistant', content: null, refusal: null, audio };
  gateway.upstream(channel).does((response) => {
    const choices = [{ index: 0, finish_reason: 'stop', message }];
    sendJson(response, 200, JSON.stringify({ choices, usage: { prompt_tokens: 9, completion_tokens: 2 } }));
  });

  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
  const heard = await post('/v1beta/models/m:generateContent', { contents });
  expect(await heard.json()).toMatchObject({
    candidates: [
      {
        content: {
          parts: [{ inlineData: { mimeType: 'audio/wav', data: audio.data } }, { text: 'Hello there' }],
        },
      },
    ],
  });
  expect(heard.headers.get('x-turnpike-conversion')).toBeNull();

  const read = await post('/v1/messages', requests['/v1/messages']);
  expect(await read.json()).toMatchObject({ content: [{ type: 'text', text: 'Hello there' }] });
  expect(read.headers.get('x-turnpike-conversion')).toBe('dropped=answer.audio');
  expect(await droppedInLog()).toEqual(['dropped answer.audio']);
});
