import type { Dialect } from '../dialect.ts';
import { rerankDialect } from '../rerank/rerank.ts';

/** `POST /v1/rerank` of Voyage AI, whose clients ask for `top_k` and read `data`. Source: Voyage AI API reference, "Rerankers". */
export const voyageRerankDialect: Dialect = {
  ...rerankDialect,
  name: 'voyage-rerank',
  members: new Set(['model', 'query', 'documents', 'top_k']),
  answerMembers: { required: ['data'], all: new Set(['usage', 'data']) },
};
