import { listOf, objectOf } from '../../dialects/neutral/json-values.ts';
import type { Adapter } from '../adapter.ts';

/**
 * The ranking of Alibaba's older models, in the shape of its own API.
 * Source: Alibaba Cloud Model Studio, "Text rerank", checked 2026-11.
 */
export const dashScopeRerank: Adapter = {
  request: (asked, { upstreamModel }) => ({
    model: upstreamModel,
    input: { query: asked.take('query'), documents: asked.take('documents') },
    parameters: { top_n: asked.take('top_n'), return_documents: asked.take('return_documents') },
  }),
  answer({ output, usage, request_id }) {
    const results = objectOf(output)?.results;
    if (!Array.isArray(results)) throw new TypeError('no ranking');
    return { id: request_id, results: listOf(results), ...(objectOf(usage) !== null && { usage }) };
  },
};
