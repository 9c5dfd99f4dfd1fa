import { TaskVendor, type VendorScript } from './task-vendor.ts';

type Json = Record<string, unknown>;

export const SUNOAPI_KEY = '0123456789abcdef-sunoapi';

/** Members of each request. Source: docs.sunoapi.org, "Generate Music", "Extend Music", "Generate Lyrics". */
const known: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/generate': [
    ...['customMode', 'instrumental', 'model', 'callBackUrl', 'prompt', 'style', 'title', 'negativeTags'],
  ],
  '/api/v1/generate/extend': [
    ...['defaultParamFlag', 'audioId', 'model', 'callBackUrl', 'prompt', 'style', 'title', 'continueAt'],
    'negativeTags',
  ],
  '/api/v1/lyrics': ['prompt', 'callBackUrl'],
};
const MODELS = ['V3_5', 'V4', 'V4_5', 'V4_5PLUS', 'V4_5ALL', 'V5', 'V5_5'];

/** Refusals come with a status of success. */
const answer = (code: number, msg: string, data: unknown = null) => ({
  status: 200,
  json: { code, msg, data },
});

function fault(path: string, body: Json): string | null {
  const unknown = Object.keys(body).find((name) => !known[path]?.includes(name));
  if (unknown !== undefined) return `unknown member ${unknown}`;
  if (!/^https:\/\//.test(String(body.callBackUrl))) return 'callBackUrl is required';
  if (path === '/api/v1/lyrics') return typeof body.prompt === 'string' ? null : 'prompt is required';
  if (!MODELS.includes(String(body.model))) return 'model is not known';
  const required = path.endsWith('/extend')
    ? [
        'defaultParamFlag',
        'audioId',
        ...(body.defaultParamFlag ? ['prompt', 'style', 'title', 'continueAt'] : []),
      ]
    : ['customMode', 'instrumental', ...(body.customMode ? ['style', 'title'] : ['prompt'])];
  const missing = required.find((name) => body[name] === undefined);
  return missing === undefined ? null : `${missing} is required`;
}

/** The server of sunoapi.org. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers.authorization === `Bearer ${SUNOAPI_KEY}`
      ? null
      : { status: 200, body: JSON.stringify({ code: 401, msg: 'Unauthorized' }) },
  answer({ method, path, body }, vendor) {
    if (method === 'POST' && known[path] !== undefined) {
      const wrong = fault(path, body);
      if (wrong !== null) return answer(400, wrong);
      if (String(body.prompt).includes('FORBIDDEN')) return answer(413, 'Prompt is too long');
      const kind = path === '/api/v1/lyrics' ? 'lyrics' : 'generate';
      return answer(200, 'success', {
        taskId: vendor.make(kind, { body, state: 'PENDING', prefix: 's' }).id,
      });
    }
    const [, kind = '', id = ''] = /^\/api\/v1\/(\w+)\/record-info\?taskId=(\w+)$/.exec(path) ?? [];
    if (method !== 'GET' || kind === '') return null;
    const task = vendor.tasks.get(id);
    return answer(200, 'success', task?.kind === kind ? recordOf(task, vendor) : null);
  },
};

function recordOf({ id, kind, body, state, reason, extra }: TaskVendor['last'], vendor: TaskVendor): Json {
  const ready =
    { PENDING: 0, TEXT_SUCCESS: 0, FIRST_SUCCESS: 1, SUCCESS: 2, CALLBACK_EXCEPTION: 2 }[state] ?? 0;
  const songs = [1, 2].map((at) => ({
    ...{ id: `${id}-${at}`, audioUrl: at <= ready ? `${vendor.url}/files/${id}-${at}.mp3` : '' },
    ...{
      streamAudioUrl: `${vendor.url}/files/${id}-${at}-stream`,
      imageUrl: `${vendor.url}/files/${id}-${at}.jpeg`,
    },
    ...{
      prompt: '[Verse] Meow',
      modelName: 'chirp-v4',
      title: body.title ?? 'Cats',
      tags: body.style ?? 'pop',
    },
    ...{ createTime: '2026-11-01 00:00:00', duration: at <= ready ? 198.44 : 0 },
  }));
  const lyrics = [{ text: '[Verse]\nMeow', title: 'Cats', status: 'complete', errorMessage: '' }];
  const hasWords = !['PENDING', 'CREATE_TASK_FAILED'].includes(state);
  return {
    ...{
      taskId: id,
      parentMusicId: '',
      param: JSON.stringify(body),
      status: state,
      type: kind.toUpperCase(),
    },
    response: hasWords
      ? { taskId: id, ...(kind === 'lyrics' ? { lyricsData: lyrics } : { sunoData: songs }) }
      : null,
    ...{ errorCode: extra.errorCode ?? null, errorMessage: reason === '' ? null : reason },
  };
}

export const startSunoApi = (): Promise<TaskVendor> => TaskVendor.start(script);
