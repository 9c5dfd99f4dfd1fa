import { type PlayedTask, TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

export const RELAY_KEY = 'sk-a-key-of-a-relay';

/** Source: OpenAI API reference, "Create video", of September 2026. */
const members = {
  model: 'string',
  prompt: 'string',
  seconds: /^\d{1,2}$/,
  size: /^\d+x\d+$/,
  input_reference: /^(https?:|data:image\/)/,
} as const;

const refusal = (status: number, code: string, message: string) => ({
  status,
  json: { error: { message, type: 'invalid_request_error', param: null, code } },
});

/** Writes its states and ids as OpenAI does, or as relays do that differ. */
const shown = ({ id, kind, state, reason, body, extra }: PlayedTask, vendor: TaskVendor) => ({
  ...(kind === 'odd' ? { task_id: id } : { id, object: 'video' }),
  ...{ status: state, progress: kind === 'odd' ? '40%' : 40, model: body.model },
  ...{ seconds: body.seconds, size: body.size, remixed_from_video_id: body.remixed ?? null },
  ...(state === 'completed' && { metadata: { url: `${vendor.url}/files/${id}` } }),
  error: reason === '' ? null : { code: extra.code ?? 'server_error', message: reason },
});

/** Another relay that speaks OpenAI's videos API. @param kind `odd`: with the words that some relays use instead */
const script = (kind: 'video' | 'odd'): VendorScript => ({
  refuses: ({ request }) =>
    request.headers.authorization === `Bearer ${RELAY_KEY}`
      ? null
      : { status: 401, body: JSON.stringify({ error: { message: 'no key', code: 'invalid_api_key' } }) },
  answer({ method, path, body }, vendor) {
    const state = kind === 'odd' ? 'pending' : 'queued';
    if (method === 'POST' && path === '/v1/videos') {
      const wrong = wrongMember(body, members, ['prompt']);
      if (wrong !== null) return refusal(400, 'invalid_value', wrong);
      if (body.prompt === 'FORBIDDEN')
        return refusal(400, 'moderation_blocked', 'Blocked by our moderation system');
      return { status: 200, json: shown(vendor.make(kind, { body, state, prefix: 'video_' }), vendor) };
    }
    const [, id = '', rest = ''] = /^\/v1\/videos\/(video_\d+)(\/remix)?$/.exec(path) ?? [];
    const task = vendor.tasks.get(id);
    if (task === undefined) return refusal(404, 'not_found', 'No such video');
    if (method === 'POST' && rest !== '') {
      const wrong = wrongMember(body, { prompt: 'string' }, ['prompt']);
      if (wrong !== null) return refusal(400, 'invalid_value', wrong);
      const remix = { ...task.body, ...body, remixed: id };
      return {
        status: 200,
        json: shown(vendor.make(kind, { body: remix, state, prefix: 'video_' }), vendor),
      };
    }
    if (method === 'DELETE') {
      vendor.tasks.delete(id);
      return { status: 200, json: { id, object: 'video.deleted', deleted: true } };
    }
    return method === 'GET' && rest === '' ? { status: 200, json: shown(task, vendor) } : null;
  },
});

/** Its files are read below the address of their video, with the key. */
export async function startRelay(kind: 'video' | 'odd' = 'video'): Promise<TaskVendor> {
  const vendor = await TaskVendor.start(script(kind));
  vendor.fileHeaders = { authorization: `Bearer ${RELAY_KEY}` };
  return vendor;
}
