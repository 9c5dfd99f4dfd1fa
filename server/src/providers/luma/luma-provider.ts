import { bearer } from '../openai-forms.ts';
import type { Provider } from '../provider.ts';

/**
 * Luma: videos of Dream Machine as tasks.
 * Source: https://github.com/lumalabs/lumaai-node, `src/resources/generations`; Luma, "Dream Machine API"; checked
 * 2026-11.
 */
export const lumaProvider: Provider = {
  typeId: 1018,
  name: 'luma',
  label: 'Luma',
  baseUrl: 'https://api.lumalabs.ai',
  key: { example: 'luma-…', site: 'https://lumalabs.ai/dream-machine/api/keys' },
  models: [],
  testModel: '',
  headers: bearer,
  forms: [],
  tasks: { dialects: ['videos'], load: async () => (await import('./luma-tasks.ts')).lumaTasks },
};
