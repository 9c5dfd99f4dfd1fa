import { type PlayedTask, TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

type Json = Record<string, unknown>;

export const MINIMAX_KEY = 'eyJ-a-key-of-minimax';

/** Every answer comes with HTTP 200. */
const answer = (members: Json, status_code = 0, status_msg = 'success') => ({
  status: 200,
  json: { ...members, base_resp: { status_code, status_msg } },
});

/** Source: MiniMax API documents, "Video generation", checked 2026-11. */
const v1 = {
  model: /^(MiniMax-Hailuo-|[TIS]2V-01)/,
  prompt: 'string',
  first_frame_image: /^(https:|data:image\/)/,
  last_frame_image: /^(https:|data:image\/)/,
  subject_reference: 'array',
  duration: 'number',
  resolution: /^(512P|720P|768P|1080P)$/,
  prompt_optimizer: 'boolean',
  fast_pretreatment: 'boolean',
  aigc_watermark: 'boolean',
  callback_url: 'string',
} as const;
const v2 = {
  model: /^MiniMax-H3/,
  content: 'array',
  resolution: /^(768P|2K)$/,
  duration: 'number',
  ratio: /^(16:9|9:16|1:1|4:3|3:4|21:9|adaptive)$/,
  aigc_watermark: 'boolean',
  callback_url: 'string',
} as const;

const parts: Json = { text: 'text', image_url: 'image_url', video_url: 'video_url', audio_url: 'audio_url' };

const wrongPart = (part: Json): boolean => {
  const member = parts[String(part.type)];
  if (member === undefined) return true;
  if (member === 'text') return typeof part.text !== 'string';
  return typeof (part[String(member)] as Json | undefined)?.url !== 'string' || typeof part.role !== 'string';
};

function create(kind: 'v1' | 'v2', body: Json, vendor: TaskVendor) {
  const wrong =
    kind === 'v1'
      ? wrongMember(body, v1, ['model'])
      : wrongMember(body, v2, ['model', 'content', 'duration']);
  if (wrong !== null) return answer({}, 2013, `invalid params, ${wrong}`);
  const content = (body.content ?? []) as Json[];
  if (content.some(wrongPart)) return answer({}, 2013, 'invalid params, content');
  const isText = kind === 'v2' && content.every(({ type }) => type === 'text');
  if (isText && (body.ratio === undefined || body.ratio === 'adaptive'))
    return answer({}, 2013, 'invalid params, ratio');
  if (JSON.stringify(body).includes('FORBIDDEN'))
    return answer({ task_id: '' }, 1026, 'video description involves sensitive content');
  return answer({
    task_id: vendor.make(kind, { body, state: kind === 'v1' ? 'Preparing' : 'queued' }).id,
  });
}

function shownV2({ id, state, reason, extra }: PlayedTask, vendor: TaskVendor): Json {
  return {
    ...{ task_id: id, status: state, ...extra },
    ...(reason !== '' && { error: { code: String(extra.code ?? ''), message: reason } }),
    ...(state === 'succeeded' && {
      content: { url: `${vendor.url}/files/${id}` },
      usage: { total_seconds: 8, input_seconds: 0, output_seconds: 8 },
    }),
  };
}

/** MiniMax's server. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers.authorization === `Bearer ${MINIMAX_KEY}`
      ? null
      : {
          status: 200,
          body: JSON.stringify({ base_resp: { status_code: 1004, status_msg: 'login fail' } }),
        },
  answer({ method, path, body }, vendor) {
    const { pathname, searchParams } = new URL(path, 'http://x');
    if (method === 'POST' && pathname === '/v1/video_generation') return create('v1', body, vendor);
    if (method === 'POST' && pathname === '/v2/video_generation') return create('v2', body, vendor);
    if (method === 'GET' && pathname === '/v1/files/retrieve') {
      const id = String(searchParams.get('file_id')).replace(/^2/, '');
      return answer({ file: { file_id: id, download_url: `${vendor.url}/files/${id}` } });
    }
    const id = searchParams.get('task_id') ?? pathname.split('/').at(-1) ?? '';
    const task = vendor.tasks.get(id);
    if (method === 'GET' && pathname === '/v1/query/video_generation') {
      if (task?.kind !== 'v1') return answer({}, 2013, 'invalid params, task_id');
      const { state, reason, extra } = task;
      const members = {
        ...{ task_id: id, status: state },
        ...(state === 'Success' && { file_id: `2${id}` }),
      };
      return answer(members, Number(extra.code ?? 0), reason || 'success');
    }
    if (task?.kind !== 'v2') return { status: 404, json: { error: 'no such task' } };
    if (method === 'GET' && pathname === `/v2/query/video_generation/${id}`)
      return answer({ task: shownV2(task, vendor) });
    if (method !== 'DELETE' || pathname !== `/v2/video_generation/${id}`) return null;
    if (task.state === 'running') return answer({}, 2013, 'the task is running');
    if (task.state === 'queued') task.state = 'cancelled';
    else vendor.tasks.delete(id);
    return answer({ task_id: id });
  },
};

export const startMiniMax = (): Promise<TaskVendor> => TaskVendor.start(script);
