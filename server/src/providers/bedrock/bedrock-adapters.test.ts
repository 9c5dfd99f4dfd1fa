import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askAdapter, hearAdapter } from '../../../test/support/ask-adapter.ts';
import { cohereEmbeddings, novaEmbeddings, titanEmbeddings } from './bedrock-embeddings.ts';
import { bedrockRerank } from './bedrock-rerank.ts';

const listOf = (...vectors: unknown[]) => ({
  object: 'list',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  model: 'm',
});
const refused = expect.objectContaining({ fields: [{ field: 'input', code: 'unsupported' }] });

describe('embeddings of Bedrock', () => {
  it('Titan takes one text a call, and counts it', () => {
    expect(askAdapter(titanEmbeddings, { model: 'x', input: ['a'], dimensions: 256, user: 'u' })).toEqual({
      request: { inputText: 'a', dimensions: 256 },
      path: undefined,
      left: ['user'],
    });
    expect(() => askAdapter(titanEmbeddings, { input: ['a', 'b'] })).toThrow(refused);
    expect(() => askAdapter(titanEmbeddings, { input: [1, 2] })).toThrow(refused);
    expect(hearAdapter(titanEmbeddings, { embedding: [0.5], inputTextTokenCount: 3 })).toEqual({
      ...listOf([0.5]),
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
    expect(() => hearAdapter(titanEmbeddings, { message: 'no' })).toThrow(TypeError);
  });

  it('Cohere takes several, says what they are for, and counts none', () => {
    const { request } = askAdapter(cohereEmbeddings, { input: ['a', 'b'], input_type: 'search_query' });
    expect(request).toMatchObject({
      ...{ texts: ['a', 'b'], input_type: 'search_query', embedding_types: ['float'] },
    });
    expect(askAdapter(cohereEmbeddings, { input: 'a' }).request).toMatchObject({
      input_type: 'search_document',
    });
    const recorded = readFileSync(
      new URL('../../../test/recordings/bedrock-converse/cohere-embedding.json', import.meta.url),
      'utf8',
    );
    expect(hearAdapter(cohereEmbeddings, JSON.parse(recorded))).toEqual(
      listOf([-0.099121094, -0.055419922, -0.029663086, -0.0049438477]),
    );
    expect(hearAdapter(cohereEmbeddings, { embeddings: [[0.5], [1]] })).toEqual(listOf([0.5], [1]));
  });

  it('Nova is given a task, and counts none', () => {
    expect(askAdapter(novaEmbeddings, { input: 'a', dimensions: 384 }).request).toEqual({
      taskType: 'SINGLE_EMBEDDING',
      singleEmbeddingParams: {
        ...{ embeddingPurpose: 'GENERIC_INDEX', embeddingDimension: 384 },
        text: { truncationMode: 'END', value: 'a' },
      },
    });
    const answer = { embeddings: [{ embeddingType: 'TEXT', embedding: [0.5] }] };
    expect(hearAdapter(novaEmbeddings, answer, { encoding_format: 'base64' })).toEqual(listOf('AAAAPw=='));
    expect(() => hearAdapter(novaEmbeddings, { embeddings: [] })).toThrow(TypeError);
  });
});

it('a ranking is asked of Cohere by its version', () => {
  const asked = { model: 'x', query: 'q', documents: ['a'], top_n: 1 };
  expect(askAdapter(bedrockRerank, asked).request).toEqual({ query: 'q', documents: ['a'], top_n: 1 });
  const call = { upstreamModel: 'cohere.rerank-v3-5:0', nowSeconds: 0 };
  const members = new Map(Object.entries(asked));
  const taken = { take: (name: string) => members.get(name) };
  expect(bedrockRerank.request(taken as never, call)).toMatchObject({ api_version: 2 });
  expect(() => hearAdapter(bedrockRerank, { message: 'no' })).toThrow(TypeError);
});
