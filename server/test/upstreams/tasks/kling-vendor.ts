import { jwtVerify } from 'jose';
import { TaskVendor, type VendorScript } from './task-vendor.ts';

export const KLING_KEY = 'AK-issuer|SK-secret-of-thirty-two-bytes-or-so';
const [issuer = '', secret = ''] = KLING_KEY.split('|');

const classes = [
  ...[
    'text2video',
    'image2video',
    'multi-image2video',
    'omni-video',
    'video-extend',
    'lip-sync',
    'effects',
  ].map((name) => `videos/${name}`),
  ...['images/generations', 'images/kolors-virtual-try-on'],
];

/** Members of a request for a video. Source: Kling AI API documents, "Text to Video", "Image to Video". */
const known = new Set([
  ...['model_name', 'prompt', 'negative_prompt', 'mode', 'duration', 'aspect_ratio', 'image', 'image_tail'],
  ...[
    'cfg_scale',
    'camera_control',
    'static_mask',
    'dynamic_masks',
    'sound',
    'callback_url',
    'external_task_id',
  ],
  ...['n', 'image_list', 'human_image', 'cloth_image', 'effect_scene', 'input', 'video_id', 'watermark_info'],
]);

const refusal = (status: number, code: number, message: string) => ({
  status,
  json: { code, message, request_id: 'kling-request' },
});

/** Kling's server. It checks tokens, and refuses what Kling refuses. */
const script: VendorScript = {
  refuses: ({ request }) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    return token.split('.').length === 3
      ? null
      : { status: 401, body: JSON.stringify({ code: 1002, message: 'Authorization is invalid' }) };
  },
  answer({ method, path, body }, vendor) {
    const [address = ''] = path.split('?', 1);
    const kind = classes.find((name) => address === `/v1/${name}` || address.startsWith(`/v1/${name}/`));
    if (kind === undefined) return null;
    const id = address.slice(`/v1/${kind}/`.length);
    if (method === 'POST') {
      const unknown = Object.keys(body).find((name) => !known.has(name));
      if (unknown !== undefined) return refusal(400, 1201, `unknown parameter ${unknown}`);
      if (body.duration !== undefined && typeof body.duration !== 'string')
        return refusal(400, 1201, 'duration is not a string');
      if (typeof body.image === 'string' && body.image.startsWith('data:'))
        return refusal(400, 1201, 'image is not base64');
      const of = body.video_id ?? (body.input as { video_id?: string } | undefined)?.video_id;
      const isMade = ({ id: made, state }: TaskVendor['last']) => state === 'succeed' && of === `${made}-v`;
      if (of !== undefined && ![...vendor.tasks.values()].some(isMade))
        return refusal(400, 1201, 'video_id not found');
      // Refused with a status of success.
      if (body.prompt === 'FORBIDDEN') return refusal(200, 1301, 'Failure to pass the risk control system');
      if (body.prompt === 'BUSY') return refusal(429, 1303, 'parallel task over resource pack limit');
      const task = vendor.make(kind, { body, state: 'submitted', prefix: 'K' });
      return { status: 200, json: answerOf(task, vendor) };
    }
    if (id === '') {
      const data = [...vendor.tasks.values()]
        .filter((task) => task.kind === kind)
        .map((task) => ({
          task_id: task.id,
          external_task_id: task.body.external_task_id,
          task_status: task.state,
        }));
      return { status: 200, json: { code: 0, message: 'SUCCEED', data } };
    }
    const task = vendor.tasks.get(decodeURIComponent(id));
    return task?.kind === kind
      ? { status: 200, json: answerOf(task, vendor) }
      : refusal(404, 1203, 'the requested resource does not exist');
  },
};

function answerOf(task: TaskVendor['last'], vendor: TaskVendor) {
  const isPicture = task.kind.startsWith('images/');
  const url = `${vendor.url}/files/${task.id}`;
  const made = isPicture
    ? { images: [{ index: 0, url }] }
    : { videos: [{ id: `${task.id}-v`, url, duration: String(task.body.duration ?? '5') }] };
  return {
    code: 0,
    message: 'SUCCEED',
    request_id: 'kling-request',
    data: {
      task_id: task.id,
      task_status: task.state,
      ...(task.reason !== '' && { task_status_msg: task.reason }),
      task_info: { external_task_id: task.body.external_task_id },
      ...{ created_at: 1_722_769_557_708, updated_at: 1_722_769_557_708 },
      ...(task.state === 'succeed' && { task_result: made }),
      ...task.extra,
    },
  };
}

export const startKling = (): Promise<TaskVendor> => TaskVendor.start(script);

/** Whether a request was signed as Kling asks. */
export async function isSignedForKling(authorization: string): Promise<boolean> {
  const { payload, protectedHeader } = await jwtVerify(
    authorization.replace('Bearer ', ''),
    Buffer.from(secret),
    {
      issuer,
      algorithms: ['HS256'],
    },
  );
  return protectedHeader.typ === 'JWT' && Number(payload.exp) - Number(payload.nbf) === 1805;
}
