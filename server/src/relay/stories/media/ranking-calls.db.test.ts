import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const question = { model: 'm', query: 'Who?', documents: ['Anna', { text: 'Ben' }], top_n: 1 };
/** Cohere's published example. Source: Cohere API reference, "Rerank (v2)". */
const ofCohere = {
  results: [{ index: 1, relevance_score: 0.98 }],
  id: '07734bd2-2473-4f07-94e1-0d9f0e6843cf',
  meta: { api_version: { version: '2' }, billed_units: { search_units: 2 } },
};
/** Jina's published example, shortened. Source: Jina API reference, "Reranker". */
const ofJina = {
  model: 'jina-reranker-v2-base-multilingual',
  usage: { total_tokens: 815 },
  results: [{ index: 0, document: { text: 'Anna' }, relevance_score: 0.9 }],
};

describe.each(anyDatabase)('calls that rank or judge on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const rank = (body: object = question, path = '/v1/rerank') =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answers = (answer: object) =>
    gateway.upstream(channel).does((response) => sendJson(response, 200, JSON.stringify(answer)));

  it('charges the searches that the vendor bills', async () => {
    await gateway.seed.price({
      ...{ model: 'm', input: 0, output: 0 },
      parts: { units: [{ kind: 'search', variant: '', price: 1 }] },
    });
    answers(ofCohere);
    const reply = await rank();
    expect(await reply.json()).toEqual(ofCohere);
    expect(gateway.upstream(channel).received).toMatchObject([{ path: '/v1/rerank', body: question }]);
    const [row] = await gateway.logRowsOf(user);
    expect(row?.quota).toBe(2_000);
    expect(row?.metadata?.estimated).toBeUndefined();
  });

  it('charges what was asked for where the vendor bills searches beyond all relation to it', async () => {
    await gateway.seed.price({
      ...{ model: 'm', input: 0, output: 0 },
      parts: { units: [{ kind: 'search', variant: '', price: 0.01 }] },
    });
    const bills = (search_units: number) =>
      answers({ ...ofCohere, meta: { billed_units: { search_units } } });
    bills(90_000_000);
    await rank();
    const [row] = await gateway.logRowsOf(user);
    expect(row).toMatchObject({ quota: 10, metadata: { usage_flags: ['unit_exceeds_call'] } });
    // Each part of a long document counts as a document.
    bills(500);
    await rank({ ...question, documents: Array(50).fill('word '.repeat(20_000)) });
    const [, long] = await gateway.logRowsOf(user);
    expect(long?.quota).toBe(5_000);
    expect(long?.metadata?.usage_flags).toBeUndefined();
  });

  it('ranks by the address of Cohere’s newer clients', async () => {
    await gateway.seed.price({ model: 'm', input: 2, output: 2 });
    answers(ofCohere);
    const asked = { ...question, max_tokens_per_doc: 4096 };
    expect(await (await rank(asked, '/v2/rerank')).json()).toEqual(ofCohere);
    expect(gateway.upstream(channel).received).toMatchObject([{ path: '/v1/rerank', body: asked }]);
  });

  it('charges the tokens that the vendor counts', async () => {
    await gateway.seed.price({ model: 'm', input: 2, output: 2 });
    answers(ofJina);
    expect(await (await rank()).json()).toEqual(ofJina);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 1_630, prompt_tokens: 815 }]);
  });

  it.each([
    [{ ...question, query: undefined }, 'query'],
    [{ ...question, documents: [] }, 'documents'],
    [{ ...question, documents: 'Anna' }, 'documents'],
    [{ ...question, top_n: 0 }, 'top_n'],
  ])('refuses a request that cannot be ranked: %j', async (body, field) => {
    await gateway.seed.price({ model: 'm', input: 2, output: 2 });
    const reply = await rank(body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { param: field } });
    expect(gateway.upstream(channel).received).toHaveLength(0);
  });

  it('judges a text by the model that clients mean where they name none', async () => {
    const client = new OpenAI({ apiKey: user.token, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    await gateway.seed.price({ model: 'omni-moderation-latest', input: 0, output: 0 });
    channel = await gateway.seed.channel({ model: 'omni-moderation-latest' });
    const answer = { id: 'modr-1', model: 'omni-moderation-latest', results: [{ flagged: true }] };
    answers(answer);
    expect(await client.moderations.create({ input: ['I hate', 'you'] })).toMatchObject(answer);
    expect(gateway.upstream(channel).received).toMatchObject([
      { path: '/v1/moderations', body: { model: 'omni-moderation-latest', input: ['I hate', 'you'] } },
    ]);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 0 }]);
  });

  it('gives no answer for one that holds none', async () => {
    await gateway.seed.price({ model: 'm', input: 2, output: 2 });
    answers({ hello: 1 });
    expect((await rank()).status).toBe(502);
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
  });
});
