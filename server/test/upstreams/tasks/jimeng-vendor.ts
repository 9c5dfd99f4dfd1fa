import { createHash, createHmac } from 'node:crypto';
import type { ReceivedRequest } from '../../support/fake-upstream.ts';
import { TaskVendor, type VendorScript } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

const ID = 'AKLT-an-id-of-jimeng';
const SECRET = 'a-secret-of-jimeng';
export const JIMENG_KEY = `${ID}|${SECRET}`;

/** Source: https://www.volcengine.com/docs/85621/1802721, checked 2026-11. */
const members = {
  req_key: 'string',
  prompt: 'string',
  image_urls: 'array',
  binary_data_base64: 'array',
  seed: 'number',
  frames: 'number',
  aspect_ratio: /^(16:9|4:3|1:1|3:4|9:16|21:9)$/,
} as const;
/** Pictures of each service. */
const services: Readonly<Record<string, readonly number[]>> = {
  jimeng_t2v_v30: [0],
  jimeng_t2v_v30_1080p: [0],
  jimeng_i2v_first_v30: [1],
  jimeng_i2v_first_v30_1080: [1],
  jimeng_i2v_first_tail_v30: [2],
  jimeng_i2v_first_tail_v30_1080: [2],
  jimeng_ti2v_v30_pro: [0, 1],
};

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Signs the request again. Source: https://www.volcengine.com/docs/6369/67269, checked 2026-11. */
function isSigned({ method, path, headers, rawBody }: ReceivedRequest): boolean {
  const { 'x-date': time = '', 'x-content-sha256': hash, 'content-type': type, host } = headers;
  if (hash !== hex(rawBody) || !/^\d{8}T\d{6}Z$/.test(String(time))) return false;
  const [address, query] = path.split('?');
  const names = 'content-type;host;x-content-sha256;x-date';
  const lines = `content-type:${type}\nhost:${host}\nx-content-sha256:${hash}\nx-date:${String(time)}\n`;
  const request = `${method}\n${address}\n${query}\n${lines}\n${names}\n${hash}`;
  const day = String(time).slice(0, 8);
  let key: Buffer | string = SECRET;
  for (const part of [day, 'cn-north-1', 'cv', 'request'])
    key = createHmac('sha256', key).update(part).digest();
  const scope = `${day}/cn-north-1/cv/request`;
  const text = `HMAC-SHA256\n${String(time)}\n${scope}\n${hex(request)}`;
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return (
    headers.authorization ===
    `HMAC-SHA256 Credential=${ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  );
}

const answer = (data: object | null, code = 10_000, message = 'Success') => ({
  status: code === 10_000 ? 200 : 400,
  json: { code, data, message, request_id: 'x', status: code, time_elapsed: '1ms' },
});

/** Volcengine's visual service. */
const script: VendorScript = {
  refuses: ({ received }) =>
    received !== null && isSigned(received)
      ? null
      : {
          status: 401,
          body: JSON.stringify({
            ResponseMetadata: { Error: { Code: 'SignatureDoesNotMatch', Message: 'The signature is wrong' } },
          }),
        },
  answer({ method, path, body }, vendor) {
    const { searchParams } = new URL(path, 'http://x');
    if (method !== 'POST' || searchParams.get('Version') !== '2022-08-31') return null;
    if (searchParams.get('Action') === 'CVSync2AsyncSubmitTask') {
      const wrong = wrongMember(body, members, ['req_key', 'prompt', 'frames']);
      if (wrong !== null) return answer(null, 50_215, wrong);
      const pictures = [body.image_urls ?? [], body.binary_data_base64 ?? []] as unknown[][];
      const isRight = services[String(body.req_key)]?.includes(pictures.flat().length) === true;
      if (!isRight || ![121, 241].includes(Number(body.frames)))
        return answer(null, 50_215, 'Input invalid for this service');
      if (body.prompt === 'FORBIDDEN') return answer(null, 50_412, 'Text Risk Not Pass');
      return answer({ task_id: vendor.make(String(body.req_key), { body, state: 'in_queue' }).id });
    }
    if (searchParams.get('Action') !== 'CVSync2AsyncGetResult') return null;
    const task = vendor.tasks.get(String(body.task_id));
    // A task is looked for among those of the service.
    if (task === undefined || task.kind !== body.req_key) return answer({ status: 'not_found' });
    if (task.reason !== '') return answer(null, Number(task.extra.code), task.reason);
    const video_url = task.state === 'done' ? `${vendor.url}/files/${task.id}` : '';
    return answer({ status: task.state, video_url, aigc_meta_tagged: false });
  },
};

export const startJimeng = (): Promise<TaskVendor> => TaskVendor.start(script);
