import { voyageRerankDialect } from '../../dialects/voyage/voyage-rerank.ts';
import { bearer, classifyOpenAiError, embeddingsForm, rerankForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { voyageEmbeddings, voyageRerank } from './voyage-adapters.ts';

/**
 * Voyage AI. Errors have the form `{"detail": …}`.
 * Source: Voyage AI API reference, checked 2026-11.
 */
export const voyageProvider: Provider = {
  typeId: 1012,
  name: 'voyage',
  label: 'Voyage AI',
  baseUrl: 'https://api.voyageai.com',
  key: { example: 'pa-…', site: 'https://dashboard.voyageai.com/organization/api-keys' },
  models: [],
  testModel: '',
  headers: bearer,
  forms: [
    { ...embeddingsForm, adapter: voyageEmbeddings },
    { ...rerankForm, adapter: voyageRerank },
    { dialect: voyageRerankDialect, path: '/v1/rerank' },
  ],
  classifyError: classifyOpenAiError,
};
