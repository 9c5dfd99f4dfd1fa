import { bearer } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';

/**
 * sunoapi.org, and kie.ai at `https://api.kie.ai`, which has the same API.
 * Source: docs.sunoapi.org, "Generate Music", checked 2026-11.
 */
export const sunoApiProvider: Provider = {
  typeId: 1015,
  name: 'sunoapi',
  label: 'Suno (sunoapi.org)',
  baseUrl: 'https://api.sunoapi.org',
  key: { example: '0123…', site: 'https://sunoapi.org/api-key' },
  models: ['chirp-v3-5', 'suno_lyrics'],
  testModel: '',
  headers: bearer,
  forms: [],
  tasks: { dialects: ['suno'], load: async () => (await import('./sunoapi-tasks.ts')).sunoApiTasks },
};
