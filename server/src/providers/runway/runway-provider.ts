import { bearer } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';

/**
 * Runway: videos as tasks, of its own models and of others'.
 * Source: Runway API documents, "API Getting Started Guide", https://docs.dev.runwayml.com/guides/using-the-api, checked
 * 2026-11.
 */
export const runwayProvider: Provider = {
  typeId: 1017,
  name: 'runway',
  label: 'Runway',
  baseUrl: 'https://api.dev.runwayml.com',
  key: { example: 'key_…', site: 'https://dev.runwayml.com' },
  models: [],
  testModel: '',
  headers: (channel) => ({ ...bearer(channel), 'x-runway-version': '2024-11-06' }),
  forms: [],
  tasks: { dialects: ['videos'], load: async () => (await import('./runway-tasks.ts')).runwayTasks },
};
