import { type PlayedTask, TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

export const REPLICATE_KEY = 'r8_a-key-of-replicate';

const refusal = (status: number, detail: string) => ({ status, json: { title: 'Error', detail, status } });

/** Inputs of the played model. */
const inputs = {
  prompt: 'string',
  image: /^(https?:|data:image\/)/,
  duration: 'number',
  aspect_ratio: /^\d+:\d+$/,
  resolution: /^\d+p$/,
  seed: 'number',
  negative_prompt: 'string',
} as const;

const shown = ({ id, state, reason, body }: PlayedTask, vendor: TaskVendor) => ({
  ...{ id, status: state, input: body.input, error: reason || null },
  urls: { get: `https://api.replicate.com/v1/predictions/${id}` },
  output: state === 'succeeded' ? { video: `${vendor.url}/files/${id}.mp4`, frames: 40 } : null,
  metrics: state === 'succeeded' ? { predict_time: 41.2, total_time: 60 } : {},
});

/** Replicate's server. Source: Replicate HTTP API reference, checked 2026-11. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers.authorization === `Bearer ${REPLICATE_KEY}`
      ? null
      : { status: 401, body: JSON.stringify({ detail: 'You did not pass a valid token' }) },
  answer({ method, path, body, headers }, vendor) {
    if (method === 'POST' && /^\/v1\/(?:models\/owner\/video-1\/)?predictions$/.test(path)) {
      const isVersion = path === '/v1/predictions';
      const known = { input: 'object', webhook: 'string', version: 'string' } as const;
      const wrong =
        wrongMember(body, known, isVersion ? ['version', 'input'] : ['input']) ??
        wrongMember(body.input as Record<string, unknown>, inputs, ['prompt']);
      if (wrong !== null || isVersion !== 'version' in body) return refusal(422, wrong ?? 'version');
      if (headers.prefer !== 'respond-async') return refusal(422, 'a test would wait for a minute');
      if (JSON.stringify(body).includes('FORBIDDEN')) return refusal(422, 'The input is invalid');
      const task = vendor.make(isVersion ? 'version' : 'model', { body, state: 'starting', prefix: 'p' });
      return { status: 201, json: shown(task, vendor) };
    }
    const [, id = '', verb = ''] = /^\/v1\/predictions\/(\w+)(\/cancel)?$/.exec(path) ?? [];
    const task = vendor.tasks.get(id);
    if (task === undefined) return refusal(404, 'Not found');
    if (method === 'POST' && verb !== '' && /^(starting|processing)$/.test(task.state))
      task.state = 'canceled';
    return { status: 200, json: shown(task, vendor) };
  },
};

export const startReplicate = (): Promise<TaskVendor> => TaskVendor.start(script);
