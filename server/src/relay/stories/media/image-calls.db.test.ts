import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { GeminiUpstream } from '../../../../test/upstreams/gemini-upstream.ts';

const PICTURE = Buffer.alloc(900, 7).toString('base64');
const answerOf = (count: number, rest: object = {}) =>
  JSON.stringify({
    created: 1_700_000_000,
    data: Array.from({ length: count }, () => ({ b64_json: PICTURE })),
    ...rest,
  });
const usage = {
  total_tokens: 1_106,
  input_tokens: 50,
  output_tokens: 1_056,
  input_tokens_details: { text_tokens: 40, image_tokens: 10 },
};

describe.each(anyDatabase)('calls for pictures on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let client: OpenAI;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    channel = await gateway.seed.channel({ model: 'm' });
    client = new OpenAI({ apiKey: user.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const isPricedByPicture = () =>
    gateway.seed.price({
      ...{ model: 'm', input: 0, output: 0 },
      parts: {
        units: [
          { kind: 'image', variant: '1024x1024 high', price: 80 },
          { kind: 'image', variant: '512x512', price: 10 },
        ],
      },
    });
  const answers = (body: string) =>
    gateway.upstream(channel).does((response) => sendJson(response, 200, body));

  it.each([
    [{ size: '1024x1024', quality: 'high' }, 2, 160_000],
    // The price names the size alone.
    [{ size: '512x512', quality: 'low' }, 2, 20_000],
    // Variants without a price cost as much as the most expensive one.
    [{ size: '2048x2048' }, 1, 80_000],
    [{}, 1, 80_000],
  ] as const)('charges each picture by size and quality: %j', async (asked, n, points) => {
    await isPricedByPicture();
    answers(answerOf(n));
    const answer = await client.images.generate({ model: 'm', prompt: 'A cat', n, ...asked } as never);
    expect(answer.data).toHaveLength(n);
    expect(answer.data?.[0]?.b64_json).toBe(PICTURE);
    expect(gateway.upstream(channel).received).toMatchObject([
      { path: '/v1/images/generations', body: { model: 'm', prompt: 'A cat', n, ...asked } },
    ]);
    const [row] = await gateway.logRowsOf(user);
    expect(row).toMatchObject({ quota: points });
    expect(row?.metadata?.estimated).toBeUndefined();
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - points);
  });

  it('charges what came, less or more than was asked for: vendors know other members that ask for several', async () => {
    await isPricedByPicture();
    answers(answerOf(1, { size: '512x512' }));
    await client.images.generate({ model: 'm', prompt: 'A cat', n: 3, size: '512x512' });
    expect(await gateway.quotaOf(user)).toBe(990_000);
    answers(answerOf(4));
    const asked = { model: 'm', prompt: 'A cat', size: '512x512', batch_size: 4 };
    await client.images.generate(asked as never);
    expect(await gateway.quotaOf(user)).toBe(950_000);
  });

  describe('by Google’s own clients', () => {
    const IMAGEN = 'imagen-4.0-generate-001';
    let google: GeminiUpstream;
    beforeEach(async () => {
      google = await GeminiUpstream.start();
      await gateway.seed.channel({ model: IMAGEN, type: 25, baseUrl: google.url });
      await gateway.seed.price({
        ...{ model: IMAGEN, input: 0, output: 0 },
        parts: { units: [{ kind: 'image', variant: '', price: 20 }] },
      });
    });

    afterEach(() => google.stop());

    const predict = (body: object) =>
      fetch(`${gateway.url}/v1beta/models/${IMAGEN}:predict`, {
        method: 'POST',
        headers: { 'x-goog-api-key': user.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const asked = { instances: [{ prompt: 'A cat' }], parameters: { sampleCount: 3, aspectRatio: '1:1' } };
    const picture = { mimeType: 'image/png', bytesBase64Encoded: PICTURE };
    const predictions = (...list: object[]) => JSON.stringify({ predictions: list });

    it('charges each picture that came, and passes request and answer as they are', async () => {
      const body = predictions(picture, { raiFilteredReason: 'no' }, picture);
      google.says(body);
      const answer = await predict(asked);
      expect(await answer.text()).toBe(body);
      expect(google.received).toMatchObject([{ url: `/v1beta/models/${IMAGEN}:predict`, body: asked }]);
      expect(await gateway.quotaOf(user)).toBe(1_000_000 - 2 * 20_000);
    });

    it('counts those of an answer that is too long to be parsed', async () => {
      const large = { ...picture, bytesBase64Encoded: Buffer.alloc(900_000, 7).toString('base64') };
      google.says(predictions(large, large));
      await (await predict(asked)).text();
      expect(await gateway.quotaOf(user)).toBe(1_000_000 - 2 * 20_000);
    });

    it('charges nothing where a filter took all of them', async () => {
      google.says({});
      expect((await predict(asked)).status).toBeGreaterThanOrEqual(400);
      expect(await gateway.quotaOf(user)).toBe(1_000_000);
    });

    it('holds four pictures where none are named', async () => {
      user = await gateway.seed.user({ quota: 70_000 });
      const answer = await predict({ instances: asked.instances });
      expect(answer.status).toBe(402);
      expect(google.received).toEqual([]);
    });

    it.each([
      [{ ...asked, instances: [] }, 'instances'],
      [{ ...asked, instances: [{ prompt: 'a' }, { prompt: 'b' }] }, 'instances'],
      [{ ...asked, instances: 'a cat' }, 'instances'],
      [{ ...asked, parameters: { sampleCount: 0 } }, 'parameters.sampleCount'],
      [{ ...asked, parameters: { sampleCount: '4' } }, 'parameters.sampleCount'],
      [{ ...asked, parameters: { sampleCount: 1e9 } }, 'parameters.sampleCount'],
    ])('refuses %j', async (body, field) => {
      const answer = await predict(body);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(field);
    });

    it('refuses a number that is spelled in two ways', async () => {
      const answer = await predict({ ...asked, parameters: { sampleCount: 1, sample_count: 4 } });
      expect(answer.status).toBe(400);
    });
  });

  it('counts the pictures of an answer that is too long to be parsed', async () => {
    await isPricedByPicture();
    const picture = Buffer.alloc(900_000, 7).toString('base64');
    answers(JSON.stringify({ created: 1, data: [{ b64_json: picture }, { b64_json: picture }] }));
    const answer = await client.images.generate({ model: 'm', prompt: 'A cat', n: 3, size: '512x512' });
    expect(answer.data?.[1]?.b64_json).toHaveLength(picture.length);
    expect(await gateway.quotaOf(user)).toBe(980_000);
  });

  it('charges the tokens that the vendor counts', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 4 });
    answers(answerOf(1, { usage, size: '1024x1024', quality: 'medium' }));
    await client.images.generate({ model: 'm', prompt: 'A cat' });
    expect(await gateway.logRowsOf(user)).toMatchObject([
      { prompt_tokens: 50, completion_tokens: 1_056, quota: 50 + 4 * 1_056 },
    ]);
  });

  it('estimates them where it counts none: a price by tokens is no way to get pictures for nothing', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 4 });
    const picture = Buffer.alloc(900_000, 7).toString('base64');
    for (const body of [answerOf(1), JSON.stringify({ data: [{ b64_json: picture }] })]) {
      answers(body);
      await client.images.generate({ model: 'm', prompt: 'A cat' });
    }
    const rows = await gateway.logRowsOf(user);
    for (const { quota } of rows) expect(quota).toBeGreaterThan(4_000);
    expect(rows).toHaveLength(2);
  });

  it('is refused where the balance does not pay for what is asked', async () => {
    await isPricedByPicture();
    const poor = await gateway.seed.user({ quota: 159_999 });
    const asked = { model: 'm', prompt: 'A cat', n: 2, size: '1024x1024', quality: 'high' } as const;
    answers(answerOf(2));
    await expect(
      new OpenAI({ apiKey: poor.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 }).images.generate(asked),
    ).rejects.toMatchObject({ code: 'insufficient_quota' });
    expect(gateway.upstream(channel).received).toHaveLength(0);
  });

  it('passes partial pictures on and is charged by the finished one', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 4 });
    gateway
      .upstream(channel)
      .streams([
        event('image_generation.partial_image', { b64_json: 'AAAA', partial_image_index: 0 }),
        event('image_generation.completed', { b64_json: PICTURE, size: '1024x1024', quality: 'low', usage }),
      ]);
    const stream = await client.images.generate({
      ...{ model: 'm', prompt: 'A cat', stream: true, partial_images: 1 },
    });
    const seen = [];
    for await (const part of stream) seen.push([part.type, part.b64_json]);
    expect(seen).toEqual([
      ['image_generation.partial_image', 'AAAA'],
      ['image_generation.completed', PICTURE],
    ]);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 50 + 4 * 1_056, is_stream: 1 }]);
  });

  it('ends a stream of pictures that breaks with an error, and charges no picture', async () => {
    await isPricedByPicture();
    gateway
      .upstream(channel)
      .streams([
        event('image_generation.partial_image', { b64_json: 'AAAA', partial_image_index: 0 }),
        `event: error\ndata: ${JSON.stringify({ type: 'error', error: { message: 'too bad' } })}\n\n`,
      ]);
    const stream = await client.images.generate({
      ...{ model: 'm', prompt: 'A cat', stream: true, partial_images: 1 },
    });
    await expect(
      (async () => {
        for await (const _part of stream);
      })(),
    ).rejects.toThrow();
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
  });

  it('plays an answer that was not streamed as a stream, and joins one that was', async () => {
    await isPricedByPicture();
    answers(answerOf(1, { size: '512x512' }));
    const stream = await client.images.generate({
      ...{ model: 'm', prompt: 'A cat', stream: true, size: '512x512' },
    });
    const types = [];
    for await (const part of stream) types.push(part.type);
    expect(types).toEqual(['image_generation.completed']);
    gateway
      .upstream(channel)
      .streams([event('image_generation.completed', { b64_json: PICTURE, created_at: 5, size: '512x512' })]);
    const answer = await client.images.generate({ model: 'm', prompt: 'A cat', size: '512x512' });
    expect(answer).toMatchObject({ created: 5, data: [{ b64_json: PICTURE }], size: '512x512' });
    expect(await gateway.quotaOf(user)).toBe(980_000);
  });

  it.each(['whole', 'streamed'])('pays for a picture that it leaves with: %s', async (how) => {
    await isPricedByPicture();
    const picture = Buffer.alloc(3_000_000, 7).toString('base64');
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, {
        'content-type': how === 'whole' ? 'application/json' : 'text/event-stream',
      });
      response.write(
        how === 'whole'
          ? `{"created":1,"data":[{"b64_json":"${picture}`
          : event('image_generation.partial_image', { b64_json: picture, partial_image_index: 0 }),
      );
      await new Promise((resolve) => response.once('close', resolve));
    });
    const leaving = new AbortController();
    const reply = await fetch(`${gateway.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ model: 'm', prompt: 'A cat', size: '512x512' },
        ...(how === 'streamed' && { stream: true, partial_images: 1 }),
      }),
      signal: leaving.signal,
    });
    const reader = reply.body?.getReader();
    for (let bytes = 0; bytes < 2_000_000; ) bytes += (await reader?.read())?.value?.length ?? 0;
    leaving.abort();
    await vi.waitFor(async () => expect(await gateway.logRowsOf(user)).toHaveLength(1), 10_000);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'client', quota: 10_000 }]);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  const leavesWithTheFirst = async () => {
    const leaving = new AbortController();
    const reply = await fetch(`${gateway.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ model: 'm', prompt: 'A cat', size: '512x512', n: 4, stream: true, partial_images: 1 },
      }),
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    leaving.abort();
    await vi.waitFor(async () => expect(await gateway.logRowsOf(user)).toHaveLength(1), 10_000);
    const [row] = await gateway.logRowsOf(user);
    return row;
  };

  it('pays for all pictures that were asked for where it leaves with the first finished one', async () => {
    await isPricedByPicture();
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const b64_json of ['AAAA', 'BBBB'])
        response.write(event('image_generation.completed', { b64_json, size: '512x512', usage }));
      await new Promise((resolve) => response.once('close', resolve));
    });
    expect(await leavesWithTheFirst()).toMatchObject({ ended_by: 'client', quota: 40_000 });
  });

  it('pays by tokens for all pictures that were asked for where it leaves with a part of one', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 4 });
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event('image_generation.partial_image', { b64_json: 'AAAA', partial_image_index: 0 }));
      await new Promise((resolve) => response.once('close', resolve));
    });
    expect((await leavesWithTheFirst())?.quota).toBeGreaterThanOrEqual(4 * 4 * 1_290);
  });

  it('pays for no more than the part that came where the vendor breaks off', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 4 });
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const part = { b64_json: 'AAAA', partial_image_index: 0 };
      response.write(event('image_generation.partial_image', part), () => response.destroy());
    });
    const stream = await client.images.generate({
      ...{ model: 'm', prompt: 'A cat', n: 4, stream: true, partial_images: 1 },
    });
    await expect(
      (async () => {
        for await (const _part of stream);
      })(),
    ).rejects.toThrow();
    await vi.waitFor(async () => expect(await gateway.logRowsOf(user)).toHaveLength(1), 10_000);
    expect((await gateway.logRowsOf(user))[0]?.quota).toBeLessThan(2 * 4 * 1_290);
  });

  const streamed = async (asked: object): Promise<string[]> => {
    const stream = await client.images.generate({ model: 'm', prompt: 'A cat', stream: true, ...asked });
    const seen = [];
    for await (const part of stream) seen.push(part.b64_json);
    return seen;
  };

  it.each([
    { how: 'without a word', end: '' },
    { how: 'as a chat does', end: 'data: [DONE]\n\n' },
  ])(
    'gets and pays for the pictures that were made where a stream ends with fewer than asked for, $how',
    async ({ end }) => {
      await isPricedByPicture();
      gateway
        .upstream(channel)
        .streams([
          event('image_generation.completed', { b64_json: 'AAAA', size: '512x512' }),
          event('image_generation.completed', { b64_json: 'BBBB', size: '512x512' }),
          end,
        ]);
      expect(await streamed({ n: 3, size: '512x512' })).toEqual(['AAAA', 'BBBB']);
      expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'completed', quota: 20_000 }]);
    },
  );

  it('pays for each picture of a stream by its own size and quality', async () => {
    await isPricedByPicture();
    gateway
      .upstream(channel)
      .streams([
        event('image_generation.completed', { b64_json: 'AAAA', size: '1024x1024', quality: 'high' }),
        event('image_generation.completed', { b64_json: 'BBBB', size: '512x512' }),
      ]);
    await streamed({ n: 2 });
    expect(await gateway.quotaOf(user)).toBe(1_000_000 - 80_000 - 10_000);
  });

  it('estimates the tokens of a picture by the quality that was asked for, where the vendor counts none for it', async () => {
    await gateway.seed.price({ model: 'm', input: 1, output: 4 });
    answers(answerOf(1));
    await client.images.generate({ model: 'm', prompt: 'A cat', quality: 'high' });
    answers(answerOf(1, { usage: { ...usage, output_tokens: 0, total_tokens: 50 } }));
    await client.images.generate({ model: 'm', prompt: 'A cat', size: '1024x1536', quality: 'high' });
    expect(await gateway.logRowsOf(user)).toMatchObject([
      { completion_tokens: 4_160 },
      { completion_tokens: 6_240, prompt_tokens: 50, metadata: { usage_flags: ['output_missing'] } },
    ]);
  });

  it.each([
    ['n[]', '10', 'request.invalid'],
    ['n[0]', '10', 'request.invalid'],
    ['N', '10', 'request.invalid'],
    ['n', ['1', '10'], 'request.duplicate_member'],
    ['n', new File(['10'], 'n.txt'), 'request.invalid'],
    ['stream[]', 'true', 'request.invalid'],
  ] as const)(
    'is refused with a form whose %s a vendor may read otherwise: %o',
    async (name, value, code) => {
      await isPricedByPicture();
      const form = new FormData();
      for (const [field, text] of Object.entries({ model: 'm', prompt: 'A cat' })) form.set(field, text);
      for (const one of [value].flat() as (string | File)[])
        if (typeof one === 'string') form.append(name, one);
        else form.append(name, one);
      form.append('image[]', new File(['x'], 'a.png', { type: 'image/png' }));
      const headers = { authorization: `Bearer ${user.token}` };
      const reply = await fetch(`${gateway.url}/v1/images/edits`, { method: 'POST', headers, body: form });
      expect({ status: reply.status, code: reply.headers.get('x-error-code') }).toEqual({
        status: 400,
        code,
      });
      expect(gateway.upstream(channel).received).toHaveLength(0);
    },
  );

  it('is told what is wrong with a request', async () => {
    await isPricedByPicture();
    await expect(client.images.generate({ model: 'm', prompt: 5, n: 0 } as never)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('prompt'),
    });
  });

  it('gets the vendor’s refusal of a prompt', async () => {
    await isPricedByPicture();
    gateway.upstream(channel).answers(400, {
      message: 'Your request was rejected.',
      type: 'user_error',
      code: 'moderation_blocked',
    });
    await expect(client.images.generate({ model: 'm', prompt: 'Bad' })).rejects.toMatchObject({
      status: 400,
    });
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
  });
});

const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
