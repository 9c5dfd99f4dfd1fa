import { CohereClientV2, CohereError } from 'cohere-ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VoyageAIClient } from 'voyageai';
import { FakeUpstream, sendJson } from '../server/test/support/fake-upstream.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const COHERE = 36;
const VOYAGE = 1012;

let turnpike: TurnpikeProcess;
let root: Visitor;
let vendor: FakeUpstream;
let token: string;

beforeAll(async () => {
  ({ turnpike, root } = await startSite());
  vendor = await FakeUpstream.start();
  const channel = { base_url: vendor.url, key: 'key-at-vendor' };
  await root.createChannel({ ...channel, type: COHERE, models: 'our-embed,our-rank' } as never);
  await root.createChannel({ ...channel, type: VOYAGE, models: 'my-embed,my-rank' } as never);
  for (const model of ['our-embed', 'my-embed', 'my-rank']) await root.createPrice(model, 1, 0);
  await root.call('POST', '/api/prices/single', {
    ...{ model: 'our-rank', type: 'tokens', channel_type: 1, input: 0, output: 0 },
    units: [{ kind: 'search', variant: '', price: 1 }],
  });
  token = (await root.createToken()).key;
});
afterAll(async () => {
  await turnpike.stop();
  await vendor.stop();
});
beforeEach(() => {
  vendor.received.length = 0;
});

/** Charge of a call. */
async function costOf(call: () => Promise<void>): Promise<number> {
  const before = await root.quota();
  await call();
  expect(vendor.received[0]?.headers.authorization).toBe('Bearer key-at-vendor');
  await eventually(async () => (await root.quota()) !== before);
  return before - (await root.quota());
}

describe('cohere-ai', () => {
  const client = () => new CohereClientV2({ token, environment: turnpike.url, maxRetries: 0 } as never);

  it('ranks', async () => {
    const body = {
      ...{ id: 'r1', results: [{ index: 1, relevance_score: 0.9 }] },
      meta: { api_version: { version: '2' }, billed_units: { search_units: 2 } },
    };
    vendor.does((response) => sendJson(response, 200, JSON.stringify(body)));
    const cost = await costOf(async () => {
      const asked = { model: 'our-rank', query: 'A capital?', documents: ['Nice', 'Paris'], topN: 1 };
      const answer = await client().rerank(asked);
      expect(answer.results).toEqual([{ index: 1, relevanceScore: 0.9 }]);
      expect(answer.meta?.billedUnits?.searchUnits).toBe(2);
    });
    expect(vendor.received).toMatchObject([{ path: '/v2/rerank', body: { top_n: 1 } }]);
    expect(cost).toBe(2_000);
  });

  it('embeds', async () => {
    const body = {
      ...{ id: 'e1', response_type: 'embeddings_by_type', texts: ['Paris'] },
      embeddings: { float: [[0.25, 0.5]] },
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: 7 } },
    };
    vendor.does((response) => sendJson(response, 200, JSON.stringify(body)));
    const cost = await costOf(async () => {
      const asked = { model: 'our-embed', texts: ['Paris'], inputType: 'search_query' as const };
      const answer = await client().embed({ ...asked, embeddingTypes: ['float'] });
      expect(answer.embeddings.float).toEqual([[0.25, 0.5]]);
    });
    expect(vendor.received).toMatchObject([
      {
        path: '/v2/embed',
        body: { texts: ['Paris'], input_type: 'search_query', embedding_types: ['float'] },
      },
    ]);
    expect(cost).toBe(7);
  });

  it('knows errors', async () => {
    const call = client().embed({ model: 'none', texts: ['x'], inputType: 'search_query' });
    await expect(call).rejects.toBeInstanceOf(CohereError);
    await expect(call).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('voyageai', () => {
  const client = () => new VoyageAIClient({ apiKey: token, environment: `${turnpike.url}/voyage/v1` });

  it('ranks', async () => {
    const body = {
      ...{ object: 'list', data: [{ index: 1, relevance_score: 0.9 }] },
      ...{ model: 'my-rank', usage: { total_tokens: 12 } },
    };
    vendor.does((response) => sendJson(response, 200, JSON.stringify(body)));
    const cost = await costOf(async () => {
      const asked = { model: 'my-rank', query: 'A capital?', documents: ['Nice', 'Paris'], topK: 1 };
      const answer = await client().rerank(asked);
      expect(answer.data).toMatchObject([{ index: 1, relevanceScore: 0.9 }]);
      expect(answer.usage?.totalTokens).toBe(12);
    });
    expect(vendor.received).toMatchObject([{ path: '/v1/rerank', body: { top_k: 1 } }]);
    expect(cost).toBe(12);
  });

  it('embeds', async () => {
    const body = {
      ...{ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.25, 0.5] }] },
      ...{ model: 'my-embed', usage: { total_tokens: 7 } },
    };
    vendor.does((response) => sendJson(response, 200, JSON.stringify(body)));
    const cost = await costOf(async () => {
      const answer = await client().embed({ model: 'my-embed', input: ['Paris'], inputType: 'document' });
      expect(answer.data?.[0]?.embedding).toEqual([0.25, 0.5]);
      expect(answer.usage?.totalTokens).toBe(7);
    });
    expect(vendor.received).toMatchObject([
      { path: '/v1/embeddings', body: { input: ['Paris'], input_type: 'document' } },
    ]);
    expect(cost).toBe(7);
  });
});
