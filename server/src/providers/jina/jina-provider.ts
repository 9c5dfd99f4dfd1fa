import { likeOpenAi } from '../like-openai.ts';

/**
 * Jina AI. Errors have the form `{"detail": …}`.
 * Source: Jina AI API reference, "Embeddings" and "Reranker".
 */
export const jinaProvider = likeOpenAi({
  typeId: 47,
  name: 'jina',
  label: 'Jina AI',
  baseUrl: 'https://api.jina.ai',
  key: { example: 'jina_…', site: 'https://jina.ai/api-dashboard/key-manager' },
  models: ['jina-reranker-v2-base-multilingual'],
  testModel: 'jina-reranker-v2-base-multilingual',
  offers: ['embeddings', 'rerank'],
});
