import { TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

export const RUNWAY_KEY = 'key_a-key-of-runway';

/** Source: https://github.com/runwayml/sdk-node, `src/resources`, checked 2026-11. */
const common = {
  model: 'string',
  promptText: 'string',
  ratio: /^\d+:\d+$/,
  duration: 'number',
  seed: 'number',
  audio: 'boolean',
} as const;
const kinds = {
  text_to_video: common,
  image_to_video: { ...common, promptImage: 'array' },
  video_to_video: { ...common, promptVideo: 'string', videoUri: 'string', references: 'array' },
} as const;
const required = {
  text_to_video: ['model', 'promptText', 'ratio'],
  image_to_video: ['model', 'promptImage', 'ratio'],
  video_to_video: ['model'],
} as const;

const refusal = (status: number, error: string) => ({ status, json: { error, docUrl: 'https://docs' } });

/** Runway's server. */
const script: VendorScript = {
  refuses({ request: { headers } }) {
    if (headers.authorization !== `Bearer ${RUNWAY_KEY}`)
      return { status: 401, body: JSON.stringify({ error: 'The API key is invalid.' }) };
    return headers['x-runway-version'] === '2024-11-06'
      ? null
      : { status: 400, body: JSON.stringify({ error: 'X-Runway-Version is required.' }) };
  },
  answer({ method, path, body }, vendor) {
    const name = path.replace(/^\/v1\//, '');
    if (method === 'POST' && name in kinds) {
      const kind = name as keyof typeof kinds;
      const wrong = wrongMember(body, kinds[kind], required[kind]);
      if (wrong !== null) return refusal(400, `Validation of body failed: ${wrong}`);
      if (body.promptText === 'FORBIDDEN') return refusal(400, 'The prompt did not pass moderation.');
      return { status: 200, json: { id: vendor.make(kind, { body, state: 'THROTTLED', prefix: 'r-' }).id } };
    }
    const task = vendor.tasks.get(name.replace(/^tasks\//, ''));
    if (!name.startsWith('tasks/')) return null;
    if (task === undefined) return refusal(404, 'Task not found');
    if (method === 'DELETE') {
      vendor.tasks.delete(task.id);
      return { status: 204, json: null };
    }
    if (method !== 'GET') return null;
    return {
      status: 200,
      json: {
        ...{ id: task.id, status: task.state, createdAt: '2026-11-01T00:00:00Z', ...task.extra },
        ...(task.state === 'SUCCEEDED' && { output: [`${vendor.url}/files/${task.id}`] }),
        ...(task.reason !== '' && { failure: task.reason }),
      },
    };
  },
};

export const startRunway = (): Promise<TaskVendor> => TaskVendor.start(script);
