import { objectOf } from '../../dialects/neutral/json-values.ts';
import type { Adapter } from '../adapter.ts';
import { rankingOfData } from '../listed-ranking.ts';

/**
 * Lists of numbers have no name among its encodings, and usage is a total alone.
 * Source: Voyage AI API reference, "Text embeddings", checked 2026-11.
 */
export const voyageEmbeddings: Adapter = {
  request(asked, { upstreamModel }) {
    const encoding = asked.take('encoding_format');
    return {
      model: upstreamModel,
      input: asked.take('input'),
      input_type: asked.take('input_type'),
      truncation: asked.take('truncation'),
      output_dimension: asked.take('dimensions') ?? asked.take('output_dimension'),
      output_dtype: asked.take('output_dtype'),
      encoding_format: encoding === 'float' ? undefined : encoding,
    };
  },

  answer(answer) {
    const usage = objectOf(answer.usage);
    if (!Array.isArray(answer.data)) throw new TypeError('no embeddings');
    return usage === null ? answer : { ...answer, usage: { prompt_tokens: usage.total_tokens, ...usage } };
  },
};

/** Source: Voyage AI API reference, "Rerankers", checked 2026-11. */
export const voyageRerank: Adapter = {
  request: (asked, { upstreamModel }) => ({
    model: upstreamModel,
    query: asked.take('query'),
    documents: asked.take('documents'),
    top_k: asked.take('top_n') ?? asked.take('top_k'),
    return_documents: asked.take('return_documents'),
    truncation: asked.take('truncation'),
  }),
  answer: rankingOfData,
};
