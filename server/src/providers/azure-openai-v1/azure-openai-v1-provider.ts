import { likeOpenAi } from '../like-openai.ts';

/**
 * Azure OpenAI (v1). Models are called by the names of their deployments.
 * Source: Microsoft Learn, "Azure OpenAI v1 API".
 */
export const azureOpenAiV1Provider = likeOpenAi({
  typeId: 55,
  name: 'azure-openai-v1',
  label: 'Azure OpenAI (v1)',
  baseUrl: '',
  version: '/openai/v1',
  key: { example: '0123456789abcdef0123456789abcdef', site: 'https://ai.azure.com' },
  models: [],
  testModel: '',
  offers: [
    ...(['chat', 'completions', 'embeddings', 'responses', 'images', 'image-edits'] as const),
    ...(['speech', 'transcriptions', 'translations', 'realtime'] as const),
  ],
  modelList: null,
  keeps: '/openai/v1{rest}',
  headers: ({ keyParts: { key = '' } }) => ({ 'api-key': key }),
});
