import { bearer } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';

/**
 * Suno through Suno-API or a server that speaks as it does; Suno has no API of its own.
 * Source: QuantumNous/new-api-docs, suno-music.md, checked 2026-11.
 */
export const sunoProvider: Provider = {
  typeId: 41,
  name: 'suno',
  label: 'Suno',
  baseUrl: '',
  key: { example: 'sk-…', site: '' },
  models: ['chirp-v3-5', 'chirp-v3-0', 'suno_lyrics'],
  testModel: '',
  headers: bearer,
  forms: [],
  tasks: { dialects: ['suno'], load: async () => (await import('./suno-tasks.ts')).sunoTasks },
};
