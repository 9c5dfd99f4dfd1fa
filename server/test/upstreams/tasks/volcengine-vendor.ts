import { type PlayedTask, TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

export const VOLCENGINE_KEY = '01234567-89ab-cdef-0123-456789abcdef';
const TASKS = '/contents/generations/tasks';

const refusal = (status: number, code: string, message: string) => ({
  status,
  json: { error: { code, message, param: '', type: 'BadRequest' } },
});

/** Source: Volcengine Ark, "Create a video generation task", checked 2026-11. */
const members = {
  model: 'string',
  content: 'array',
  resolution: /^(480p|720p|1080p|4k)$/,
  ratio: /^(16:9|4:3|1:1|3:4|9:16|21:9|adaptive)$/,
  duration: 'number',
  seed: 'number',
  generate_audio: 'boolean',
  watermark: 'boolean',
  return_last_frame: 'boolean',
  callback_url: 'string',
} as const;
const roles = ['first_frame', 'last_frame', 'reference_image', 'reference_video'];

/** Volcengine Ark's server. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers.authorization === `Bearer ${VOLCENGINE_KEY}`
      ? null
      : { status: 401, body: JSON.stringify({ error: { code: 'AuthenticationError', message: 'no key' } }) },
  answer({ method, path, body }, vendor) {
    if (method === 'POST' && path === TASKS) {
      const wrong = wrongMember(body, members, ['model', 'content']);
      if (wrong !== null) return refusal(400, 'InvalidParameter', wrong);
      for (const part of body.content as Record<string, unknown>[]) {
        const isText = part.type === 'text' && typeof part.text === 'string';
        const link = (part.image_url ?? part.video_url) as { url?: unknown } | undefined;
        const isMedia = typeof link?.url === 'string' && roles.includes(String(part.role));
        if (!isText && !isMedia) return refusal(400, 'InvalidParameter', 'a part of content is wrong');
        if (part.text === 'FORBIDDEN')
          return refusal(400, 'InputTextSensitiveContentDetected', 'The text may contain sensitive content');
      }
      return { status: 200, json: { id: vendor.make('task', { body, state: 'queued', prefix: 'cgt-' }).id } };
    }
    const task = vendor.tasks.get(decodeURIComponent(path.slice(TASKS.length + 1)));
    if (!path.startsWith(`${TASKS}/`)) return null;
    if (task === undefined) return refusal(404, 'InvalidParameter.TaskNotFound', 'The task does not exist');
    if (method === 'GET') return { status: 200, json: shown(task, vendor) };
    if (method !== 'DELETE') return null;
    if (task.state === 'running') return refusal(409, 'InvalidAction.RunningTaskDeletion', 'It is running');
    if (task.state === 'queued') task.state = 'cancelled';
    else vendor.tasks.delete(task.id);
    return { status: 200, json: {} };
  },
};

const shown = (task: PlayedTask, vendor: TaskVendor) => ({
  ...{ id: task.id, model: task.body.model, status: task.state, created_at: 1_764_000_000 },
  ...(task.state === 'succeeded' && {
    content: { video_url: `${vendor.url}/files/${task.id}` },
    usage: { completion_tokens: 108_900, total_tokens: 108_900 },
  }),
  ...(task.reason !== '' && { error: { code: task.extra.code, message: task.reason } }),
});

export const startVolcengine = (): Promise<TaskVendor> => TaskVendor.start(script);
