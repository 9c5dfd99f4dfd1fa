import type { Adapter } from '../adapter.ts';

/** Version of Cohere's API, which these models use. */
const API_VERSION = 2;

/**
 * A ranking by a model itself, so that it has the address of all others; the one of Bedrock's agents has another host.
 * Source: Amazon Bedrock user guide, "Use a reranker model", InvokeModel.
 */
export const bedrockRerank: Adapter = {
  request: (asked, { upstreamModel }) => ({
    query: asked.take('query'),
    documents: asked.take('documents'),
    top_n: asked.take('top_n'),
    ...(upstreamModel.includes('cohere') && { api_version: API_VERSION }),
  }),
  answer({ results }) {
    if (!Array.isArray(results)) throw new TypeError('no ranking');
    return { results };
  },
};
