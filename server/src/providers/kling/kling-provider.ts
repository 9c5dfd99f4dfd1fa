import type { Provider } from '../provider.ts';
import { klingSigner } from './kling-signer.ts';

/**
 * Kling AI: pictures and videos as tasks. A key of one part is sent as it is, for relays.
 * Source: Kling AI API documents, "General Information", checked 2026-11.
 */
export const klingProvider: Provider = {
  typeId: 53,
  name: 'kling',
  label: 'Kling',
  baseUrl: 'https://api-singapore.klingai.com',
  key: {
    parts: ['access_key_id', 'secret_access_key'],
    orParts: [['key']],
    example: 'AKxx…|SKxx…',
    site: 'https://app.klingai.com/global/dev/api-key',
  },
  models: [],
  testModel: '',
  headers: () => ({}),
  signs: klingSigner,
  forms: [],
  tasks: { dialects: ['kling', 'videos'], load: async () => (await import('./kling-tasks.ts')).klingTasks },
};
