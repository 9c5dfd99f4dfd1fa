import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

const RECRAFT = 51;
const BALANCE = 1_000_000;
const JSON_TYPE = 'application/json';

const text = (members: object) => JSON.stringify({ model: 'm', ...members });
function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ model: 'm', ...fields })) data.set(name, value);
  data.set('file', new File([new Uint8Array(9_000)], 'a.mp3'));
  return data;
}

interface Case {
  what: string;
  path: string;
  body: () => string | FormData;
  type: string;
  answer: string;
}
const cases = (
  path: string,
  body: Case['body'],
  ...answers: readonly (readonly [what: string, type: string, answer: string])[]
): Case[] => answers.map(([what, type, answer]) => ({ what, path, body, type, answer }));

/** With status 200. */
const noAnswers: readonly Case[] = [
  ...cases(
    '/v1/audio/transcriptions',
    () => form({}),
    ['an error', JSON_TYPE, '{"error":{"message":"overloaded"}}'],
    ['an empty object', JSON_TYPE, '{}'],
    ['a text that is none', JSON_TYPE, '{"text":null}'],
  ),
  ...cases(
    '/v1/audio/transcriptions',
    () => form({ response_format: 'text' }),
    ['an error in place of a text', JSON_TYPE, '{"error":{"message":"overloaded"}}'],
    ['a page in place of a text', 'text/html', '<h1>Busy</h1>'],
    ['a stream that nobody asked for', 'text/event-stream', 'data: {"error":{"message":"overloaded"}}\n\n'],
  ),
  ...cases(
    '/recraftAI/v1/images/vectorize',
    () => form({}),
    ['a code', JSON_TYPE, '{"code":"error"}'],
    ['an empty object', JSON_TYPE, '{}'],
  ),
  ...cases(
    '/v1/audio/speech',
    () => text({ input: 'Hello', voice: 'alloy' }),
    ['a text', 'text/plain', 'overloaded'],
    ['a problem', 'application/problem+json', '{"title":"overloaded"}'],
    ['a fault as XML', 'application/xml', '<Error/>'],
    ['an error that says it is sound', 'audio/mpeg', '{"error":{"message":"overloaded"}}'],
  ),
  ...cases('/v1/images/generations', () => text({ prompt: 'A cat' }), [
    'no picture',
    JSON_TYPE,
    '{"data":[]}',
  ]),
  ...cases('/v1/embeddings', () => text({ input: 'x' }), ['no vector', JSON_TYPE, '{"data":[]}']),
  ...cases('/v1/moderations', () => text({ input: 'x' }), ['no result', JSON_TYPE, '{"results":[]}']),
];

describe.each(anyDatabase)('an answer with status 200 that holds no answer, on $name', ({ open }) => {
  let gateway: TestGateway;
  let vendor: FakeUpstream;
  let token: string;
  let quota: () => Promise<number>;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    vendor = await FakeUpstream.start();
    const user = await gateway.seed.user({ quota: BALANCE });
    token = user.token;
    quota = () => gateway.quotaOf(user);
    await gateway.seed.price({ model: 'm', type: 'times', input: 5, output: 0 });
    await gateway.seed.price({ model: 'recraft_vectorize', type: 'times', input: 5, output: 0 });
    await gateway.seed.channel({ model: 'm', baseUrl: vendor.url });
    await gateway.seed.channel({ model: 'recraft_vectorize', type: RECRAFT, baseUrl: vendor.url });
  });
  afterAll(async () => {
    await vendor.stop();
    await gateway.stop();
    await drop();
  });

  it.each(noAnswers)('is a failure that costs nothing: $what from $path', async (asked) => {
    const { what, path, body, type, answer } = asked;
    vendor.does((response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(answer);
    });
    const sent = body();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(typeof sent === 'string' && { 'content-type': JSON_TYPE }),
    };
    const reply = await fetch(gateway.url + path, { method: 'POST', headers, body: sent });

    expect({ status: reply.status, code: reply.headers.get('x-error-code') }).toEqual({
      status: 502,
      code: what === 'an error' ? 'upstream.error' : 'upstream.broken_answer',
    });
    expect(await quota()).toBe(BALANCE);
  });

  it('silence that was heard as no words is an answer', async () => {
    vendor.does((response) => {
      response.writeHead(200, { 'content-type': JSON_TYPE });
      response.end('{"text":""}');
    });
    const headers = { authorization: `Bearer ${token}` };
    const path = '/v1/audio/transcriptions';
    const reply = await fetch(gateway.url + path, { method: 'POST', headers, body: form({}) });

    expect(await reply.json()).toEqual({ text: '' });
    expect(await quota()).toBe(BALANCE - 5_000);
  });
});
