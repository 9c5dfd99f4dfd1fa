import type { Provider } from '../provider.ts';
import { midjourneyModels } from './midjourney-models.ts';

/**
 * Midjourney through midjourney-proxy or a server that speaks as it does; Midjourney has no API of its own.
 * Source: novicezk/midjourney-proxy 2.6, docs/api.md, checked 2026-11.
 */
export const midjourneyProvider: Provider = {
  typeId: 34,
  name: 'midjourney',
  label: 'Midjourney',
  baseUrl: '',
  key: { example: 'a-secret-of-the-proxy', site: '' },
  models: midjourneyModels,
  testModel: '',
  headers: ({ keyParts: { key = '' } }) => ({ 'mj-api-secret': key, accept: 'application/json' }),
  forms: [],
  tasks: {
    dialects: ['midjourney'],
    load: async () => (await import('./midjourney-tasks.ts')).midjourneyTasks,
  },
};
