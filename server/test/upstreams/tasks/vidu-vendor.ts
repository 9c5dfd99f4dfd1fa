import { TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

export const VIDU_KEY = 'vda_a-key-of-vidu';

/** Source: https://platform.vidu.com/docs/text-to-video, checked 2026-11. */
const members = {
  model: /^vidu/,
  prompt: 'string',
  images: 'array',
  duration: 'number',
  seed: 'number',
  aspect_ratio: /^(16:9|9:16|1:1|4:3|3:4)$/,
  resolution: /^(360p|540p|720p|1080p)$/,
  movement_amplitude: 'string',
  bgm: 'boolean',
  audio: 'boolean',
  off_peak: 'boolean',
  payload: 'string',
  callback_url: 'string',
} as const;
/** Smallest and largest number of pictures. */
const pictures: Readonly<Record<string, readonly [number, number]>> = {
  text2video: [0, 0],
  img2video: [1, 1],
  'start-end2video': [2, 2],
  reference2video: [1, 7],
};

const refusal = (status: number, reason: string, message: string) => ({
  status,
  json: { code: status, reason, message, metadata: { trace_id: 'x' } },
});

/** Vidu's server. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers.authorization === `Token ${VIDU_KEY}`
      ? null
      : { status: 403, body: JSON.stringify({ code: 403, reason: 'Forbidden', message: 'no token' }) },
  answer({ method, path, body }, vendor) {
    const kind = path.replace(/^\/ent\/v2\//, '');
    const bounds = pictures[kind];
    if (method === 'POST' && bounds !== undefined) {
      const wrong = wrongMember(body, members, ['model', 'prompt']);
      if (wrong !== null) return refusal(400, 'FieldUnwanted', wrong);
      const images = (body.images ?? []) as unknown[];
      if (images.length < bounds[0] || images.length > bounds[1])
        return refusal(400, 'FieldItemCountOutOfRange', 'images');
      if (kind === 'img2video' && 'aspect_ratio' in body)
        return refusal(400, 'FieldUnwanted', 'aspect_ratio');
      if (body.audio !== undefined && !/^viduq[3-9]/.test(String(body.model)))
        return refusal(400, 'FieldUnwanted', 'audio');
      if (body.prompt === 'FORBIDDEN')
        return refusal(400, 'TaskPromptPolicyViolation', 'The prompt is refused');
      const { id } = vendor.make(kind, { body, state: 'created' });
      return { status: 200, json: { task_id: id, state: 'created', credits: 20, payload: body.payload } };
    }
    // Newest first, without the payload.
    if (method === 'GET' && kind.startsWith('tasks?')) {
      const tasks = [...vendor.tasks.values()].toReversed().map(({ id, state }) => ({ id, state }));
      return { status: 200, json: { tasks, next_page_token: '' } };
    }
    const [, id = '', verb = ''] = /^tasks\/([^/]+)\/(creations|cancel)$/.exec(kind) ?? [];
    if (id === '' || method !== (verb === 'cancel' ? 'POST' : 'GET')) return null;
    const task = vendor.tasks.get(id);
    if (task === undefined) return refusal(404, 'TaskNotFound', 'task not found');
    if (verb === 'cancel') {
      if (body.id !== id || !/^(created|queueing)$/.test(task.state))
        return refusal(400, 'BadRequest', `task state is ${task.state}, can not cancel`);
      vendor.tasks.delete(id);
      return { status: 200, json: {} };
    }
    const url = `${vendor.url}/files/${id}`;
    const creations = [{ id, url, cover_url: `${vendor.url}/files/cover`, watermarked_url: url }];
    return {
      status: 200,
      json: {
        ...{ id, state: task.state, err_code: task.reason, credits: 20, payload: task.body.payload },
        creations: task.state === 'success' ? creations : [],
      },
    };
  },
};

export const startVidu = (): Promise<TaskVendor> => TaskVendor.start(script);
