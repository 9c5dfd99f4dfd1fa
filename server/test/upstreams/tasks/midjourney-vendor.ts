import { TaskVendor, type VendorScript } from './task-vendor.ts';

type Json = Record<string, unknown>;

export const MIDJOURNEY_KEY = 'mj-secret-of-the-proxy';

/** Members of each request, of which the first ones are required. Source: novicezk/midjourney-proxy, docs/api.md. */
const common = ['accountFilter', 'notifyHook'];
const members: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>> = {
  'submit/imagine': { required: ['prompt'], optional: ['base64Array', 'botType'] },
  'submit/describe': { required: ['base64'], optional: ['botType'] },
  'submit/blend': { required: ['base64Array'], optional: ['dimensions', 'botType'] },
  'submit/shorten': { required: ['prompt'], optional: ['botType'] },
  'submit/modal': { required: ['taskId'], optional: ['prompt', 'maskBase64'] },
  'submit/change': { required: ['taskId', 'action'], optional: ['index'] },
  'submit/simple-change': { required: ['content'], optional: [] },
  'submit/action': { required: ['taskId', 'customId'], optional: [] },
  'submit/upload-discord-images': { required: ['base64Array'], optional: [] },
  'insight-face/swap': { required: ['sourceBase64', 'targetBase64'], optional: [] },
};

const submitted = (code: number, result: unknown, properties: Json = {}) => ({
  status: 200,
  json: { code, description: code === 1 ? '提交成功' : `code ${code}`, result, properties },
});
const refused = (code: number, description: string, properties: Json = {}) => ({
  status: 200,
  json: { code, description, properties },
});

/** A midjourney-proxy. It checks each member, and refuses what the real one refuses. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers['mj-api-secret'] === MIDJOURNEY_KEY && request.headers.authorization === undefined
      ? null
      : { status: 401, body: JSON.stringify({ code: 4, description: 'wrong secret' }) },
  answer({ method, path, body }, vendor) {
    const [, id = '', what = ''] = /^\/mj\/task\/([^/]+)\/(fetch|image-seed)$/.exec(path) ?? [];
    const known = vendor.tasks.get(id);
    if (what === 'fetch' && method === 'GET')
      return { status: 200, json: known === undefined ? null : taskOf(known, vendor) };
    if (what === 'image-seed' && method === 'GET')
      return known?.state === 'SUCCESS' ? submitted(1, '4208169725') : refused(4, 'no such task');
    if (method !== 'POST') return null;
    if (path === '/mj/task/list-by-condition') {
      const ids = body.ids as string[];
      const found = ids.flatMap((one) => vendor.tasks.get(one) ?? []);
      return { status: 200, json: found.map((task) => taskOf(task, vendor)) };
    }
    const route = path.slice('/mj/'.length);
    const shape = members[route];
    return shape === undefined ? null : submit(route, { shape, body }, vendor);
  },
};

function submit(
  route: string,
  { shape, body }: { shape: NonNullable<(typeof members)[string]>; body: Json },
  vendor: TaskVendor,
) {
  const allowed = new Set([...common, ...shape.required, ...shape.optional]);
  const unknown = Object.keys(body).find((name) => !allowed.has(name));
  const missing = shape.required.find((name) => !(name in body));
  const [mode, ...others] = (body.accountFilter as { modes: string[] } | undefined)?.modes ?? [];
  if (unknown !== undefined || missing !== undefined || !mode || others.length > 0)
    return refused(4, `wrong member ${unknown ?? missing ?? 'accountFilter'}`);
  const prompt = String(body.prompt ?? '');
  if (prompt.includes('NUDE'))
    return refused(24, '可能包含敏感词', { promptEn: 'nude body', bannedWord: 'nude' });
  if (prompt.includes('FULL')) return refused(23, '队列已满，请稍后尝试');
  if (prompt.includes('NO_ACCOUNT') && mode === 'FAST') return refused(3, '无可用的账号实例');
  if (route === 'submit/upload-discord-images') {
    const pictures = (body.base64Array as string[]).map(
      (_one, at) => `https://cdn.example/attachments/${at}.png`,
    );
    return submitted(1, pictures);
  }
  return isFollowUp(route) ? follow(route, body, vendor) : begin(route, body, vendor);
}

const isFollowUp = (route: string): boolean =>
  ['submit/modal', 'submit/change', 'submit/simple-change', 'submit/action'].includes(route);

function begin(route: string, body: Json, vendor: TaskVendor) {
  const { id } = vendor.make(route, { body, state: 'SUBMITTED', prefix: '1' });
  return String(body.prompt ?? '').includes('QUEUED')
    ? submitted(22, id, { numberOfQueues: 3, discordInstanceId: 'account-of-the-proxy' })
    : submitted(1, id);
}

/** A follow-up names a task that has ended; a window that it opens is completed by `modal`. */
function follow(route: string, body: Json, vendor: TaskVendor) {
  const [parentId = '', change] = String(body.taskId ?? body.content).split(' ');
  const parent = vendor.tasks.get(parentId);
  if (parent === undefined) return refused(4, '关联任务不存在或已失效');
  if (route === 'submit/modal') {
    if (parent.state !== 'MODAL') return refused(4, '关联任务状态错误');
    Object.assign(parent, { state: 'SUBMITTED', body });
    return submitted(1, parentId);
  }
  if (parent.state !== 'SUCCESS') return refused(4, '关联任务状态错误');
  const work = String(body.customId ?? change ?? `${body.action}${body.index ?? ''}`);
  if (/CustomZoom|Inpaint/.test(work)) {
    const opened = vendor.make(route, { body, state: 'MODAL', prefix: '1' });
    return { status: 200, json: { code: 21, description: 'Waiting for window confirm', result: opened.id } };
  }
  const same = [...vendor.tasks.values()].find(({ extra }) => extra.work === `${parentId} ${work}`);
  if (same?.state === 'SUCCESS') {
    const { status, imageUrl } = taskOf(same, vendor);
    return submitted(21, same.id, { status, imageUrl });
  }
  const made = vendor.make(route, { body, state: 'SUBMITTED', prefix: '1' });
  made.extra.work = `${parentId} ${work}`;
  return submitted(1, made.id);
}

function taskOf({ id, kind, body, state, reason, extra }: TaskVendor['last'], vendor: TaskVendor) {
  const isDescribed = kind === 'submit/describe';
  const hasPicture = !isDescribed && (state === 'SUCCESS' || state === 'IN_PROGRESS');
  return {
    ...{ id, action: 'IMAGINE', status: state, prompt: body.prompt ?? null, promptEn: body.prompt ?? null },
    ...{ description: `/imagine ${body.prompt ?? ''}`, state: 'of-the-proxy', submitTime: 1_689_231_405_854 },
    ...{ startTime: 1_689_231_442_755, finishTime: state === 'SUCCESS' ? 1_689_231_544_312 : null },
    progress:
      state === 'SUCCESS' ? '100%' : String(extra.progress ?? (state === 'IN_PROGRESS' ? '45%' : '0%')),
    imageUrl: hasPicture ? `${vendor.url}/files/${id}${state === 'SUCCESS' ? '' : '-preview'}` : null,
    failReason: reason === '' ? null : reason,
    buttons:
      state === 'SUCCESS'
        ? [{ customId: 'MJ::JOB::upsample::1::abc', emoji: '', label: 'U1', type: 2, style: 2 }]
        : [],
    properties: {
      finalPrompt: isDescribed ? '1️⃣ Cat --ar 5:4\n\n2️⃣ Cat2 --ar 5:4' : (body.prompt ?? ''),
      ...{ notifyHook: body.notifyHook ?? '', discordInstanceId: 'account-of-the-proxy' },
    },
  };
}

export const startMidjourney = (): Promise<TaskVendor> => TaskVendor.start(script);
