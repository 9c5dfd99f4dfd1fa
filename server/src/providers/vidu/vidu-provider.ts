import type { Provider } from '../provider.ts';

/**
 * Vidu: videos as tasks. Accounts of the Chinese platform have the address `https://api.vidu.cn`.
 * Source: Vidu API documents, "Text to Video", https://platform.vidu.com/docs/text-to-video, checked 2026-11.
 */
export const viduProvider: Provider = {
  typeId: 1016,
  name: 'vidu',
  label: 'Vidu',
  baseUrl: 'https://api.vidu.com',
  key: { example: 'vda_…', site: 'https://platform.vidu.com/api-keys' },
  models: [],
  testModel: '',
  // Vidu refuses `Bearer`.
  headers: ({ keyParts: { key = '' } }) => ({ authorization: `Token ${key}` }),
  forms: [],
  tasks: { dialects: ['videos'], load: async () => (await import('./vidu-tasks.ts')).viduTasks },
};
