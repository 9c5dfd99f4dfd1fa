import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

/** Exact as 32-bit floats. */
const numbers = Array.from({ length: 768 }, (_, at) => at / 1024 - 0.25);
const base64 = Buffer.from(new Float32Array(numbers).buffer).toString('base64');
const answerOf = (...vectors: unknown[]) => ({
  object: 'list',
  model: 'm',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: 5, total_tokens: 5 },
});

describe('vectors of an upstream that ignores how they are wanted', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  beforeAll(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterAll(() => gateway.stop());

  const plays = (vector: unknown, count = 1): void =>
    gateway.upstream(channel).does((response) => {
      sendJson(response, 200, JSON.stringify(answerOf(...Array.from({ length: count }, () => vector))));
    });
  const ask = async (encoding_format?: string) => {
    const body = { model: 'm', input: 'x', ...(encoding_format !== undefined && { encoding_format }) };
    const reply = await gateway.post(user.token, body, { path: '/v1/embeddings' });
    return (await reply.json()) as ReturnType<typeof answerOf>;
  };

  it.each([numbers, base64])('come as numbers or base64, as the caller asked', async (vector) => {
    // The longer answer is more than is parsed at once.
    for (const count of [1, 40]) {
      plays(vector, count);
      const all = (one: unknown) => answerOf(...Array.from({ length: count }, () => one));
      expect(await ask('base64')).toEqual(all(base64));
      expect(await ask('float')).toEqual(all(numbers));
      expect(await ask()).toEqual(all(numbers));
    }
  });

  it('are read right by the package of OpenAI, which asks for base64 unasked', async () => {
    plays(numbers);
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.token });
    const { data } = await client.embeddings.create({ model: 'm', input: 'x' });
    expect(data[0]?.embedding).toEqual(numbers);
  });
});
