import { bearer, imagesForm } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';
import { replicateImageAdapter } from './replicate-image-adapter.ts';

/**
 * Replicate. Models are called by `owner/name`; a call waits up to a minute for its pictures, and then asks for them.
 * Source: Replicate HTTP API reference, "Create a prediction using an official model" and
 * "Get a prediction".
 */
export const replicateProvider: Provider = {
  typeId: 52,
  name: 'replicate',
  label: 'Replicate',
  baseUrl: 'https://api.replicate.com',
  key: { example: 'r8_…', site: 'https://replicate.com/account/api-tokens' },
  models: [],
  testModel: '',
  headers: (channel) => ({ ...bearer(channel), prefer: 'wait' }),
  forms: [
    {
      ...imagesForm,
      path: '/v1/models/{model}/predictions',
      modelPath: (model) => model.split('/').map(encodeURIComponent).join('/'),
      adapter: replicateImageAdapter,
    },
  ],
  tasks: {
    ...{ dialects: ['videos'], only: /^[^/]+\/[^/]+$/ },
    load: async () => (await import('./replicate-tasks.ts')).replicateTasks,
  },
};
