import type { Provider } from '../provider.ts';
import { volcengineSigner } from './volcengine-signer.ts';

/**
 * Jimeng at Volcengine's visual service: videos as tasks.
 * Source: Volcengine, "Jimeng AI, video generation 3.0", https://www.volcengine.com/docs/85621/1802721, checked 2026-11.
 */
export const jimengProvider: Provider = {
  typeId: 1019,
  name: 'jimeng',
  label: 'Jimeng',
  baseUrl: 'https://visual.volcengineapi.com',
  key: {
    parts: ['access_key_id', 'secret_access_key'],
    example: 'AKLT…|TkRZ…',
    site: 'https://console.volcengine.com/iam/keymanage',
  },
  models: [],
  testModel: '',
  headers: () => ({}),
  signs: volcengineSigner({ region: 'cn-north-1', service: 'cv' }),
  forms: [],
  tasks: {
    ...{ dialects: ['videos'], only: /^jimeng_/ },
    load: async () => (await import('./jimeng-tasks.ts')).jimengTasks,
  },
};
