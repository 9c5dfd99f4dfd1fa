import { TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

export const LUMA_KEY = 'luma-a-key-of-luma';
const GENERATIONS = '/dream-machine/v1/generations';

/** Source: https://github.com/lumalabs/lumaai-node, `src/resources/generations`, checked 2026-11. */
const members = {
  generation_type: /^video$/,
  model: /^ray-/,
  prompt: 'string',
  aspect_ratio: /^(1:1|16:9|9:16|4:3|3:4|21:9|9:21)$/,
  resolution: /^(540p|720p|1080p|4k)$/,
  duration: /^(5s|9s)$/,
  loop: 'boolean',
  keyframes: 'object',
  callback_url: 'string',
} as const;

const refusal = (status: number, detail: string) => ({ status, json: { detail } });

const isFrame = (value: unknown): boolean => {
  const { type, url } = value as Record<string, unknown>;
  return type === 'image' && /^https?:/.test(String(url));
};

/** Luma's server. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers.authorization === `Bearer ${LUMA_KEY}`
      ? null
      : { status: 401, body: JSON.stringify({ detail: 'Invalid API key provided' }) },
  answer({ method, path, body }, vendor) {
    if (method === 'POST' && path === GENERATIONS) {
      const wrong = wrongMember(body, members, ['model']);
      if (wrong !== null) return refusal(400, wrong);
      const frames = Object.entries((body.keyframes ?? {}) as object);
      if (!frames.every(([name, frame]) => /^frame[01]$/.test(name) && isFrame(frame)))
        return refusal(400, 'Invalid keyframes');
      if (body.prompt === 'FORBIDDEN')
        return refusal(400, 'prompt not allowed because advanced moderation failed');
      const task = vendor.make('video', { body, state: 'queued', prefix: 'luma-' });
      return { status: 201, json: { id: task.id, state: 'queued', failure_reason: null, assets: null } };
    }
    if (!path.startsWith(`${GENERATIONS}/`)) return null;
    const task = vendor.tasks.get(path.slice(GENERATIONS.length + 1));
    if (task === undefined) return refusal(404, 'Generation not found');
    if (method === 'DELETE') {
      vendor.tasks.delete(task.id);
      return { status: 204, json: null };
    }
    const url = `${vendor.url}/files/${task.id}`;
    return {
      status: 200,
      json: {
        ...{ id: task.id, state: task.state, failure_reason: task.reason || null, request: task.body },
        assets: task.state === 'completed' ? { video: url, image: `${vendor.url}/files/thumb` } : null,
      },
    };
  },
};

export const startLuma = (): Promise<TaskVendor> => TaskVendor.start(script);
