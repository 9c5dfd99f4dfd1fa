import { TaskVendor, type VendorScript } from './task-vendor.ts';

type Json = Record<string, unknown>;

export const SUNO_KEY = 'sk-suno-secret-key';

/** Members of each request. Source: QuantumNous/new-api-docs, suno-music.md; docs.yutoai.net, "POST /suno/submit/concat". */
const known: Readonly<Record<string, readonly string[]>> = {
  music: [
    ...['gpt_description_prompt', 'prompt', 'mv', 'title', 'tags', 'negative_tags', 'make_instrumental'],
    ...['continue_clip_id', 'continue_at', 'task_id', 'notify_hook'],
  ],
  lyrics: ['prompt', 'notify_hook'],
  concat: ['clip_id', 'is_infill', 'notify_hook'],
};

const answer = (data: unknown) => ({ status: 200, json: { code: 'success', message: '', data } });
const refusal = (status: number, code: string, message: string) => ({
  status,
  json: { code, message, data: null },
});

/** A Suno-API. It checks each member, and refuses what the real one refuses. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers.authorization === `Bearer ${SUNO_KEY}`
      ? null
      : { status: 401, body: JSON.stringify({ code: 'unauthorized', message: 'wrong key' }) },
  answer({ method, path, body }, vendor) {
    const [, action = ''] = /^\/suno\/submit\/(\w+)$/.exec(path) ?? [];
    const members = known[action];
    if (method === 'POST' && members !== undefined) {
      const unknown = Object.keys(body).find((name) => !members.includes(name));
      if (unknown !== undefined) return refusal(400, 'invalid_request', `unknown member ${unknown}`);
      if (action === 'music' && typeof body.mv !== 'string') return refusal(400, 'invalid_request', 'no mv');
      const isLost = body.continue_clip_id !== undefined && !vendor.tasks.has(String(body.task_id));
      if (isLost) return refusal(400, 'invalid_request', 'no such task');
      // Refused with a status of success.
      if (String(body.prompt).includes('FORBIDDEN'))
        return refusal(200, 'fail', 'The prompt has sensitive words');
      return answer(vendor.make(action, { body, state: 'SUBMITTED', prefix: 'suno-' }).id);
    }
    if (method === 'POST' && path === '/suno/fetch') {
      const found = (body.ids as string[]).flatMap((id) => vendor.tasks.get(id) ?? []);
      return answer(found.map((task) => taskOf(task, vendor)));
    }
    const [, id = ''] = /^\/suno\/fetch\/([^/]+)$/.exec(path) ?? [];
    if (method !== 'GET' || id === '') return null;
    const task = vendor.tasks.get(id);
    return task === undefined
      ? refusal(400, 'task_not_exist', 'task not exist')
      : answer(taskOf(task, vendor));
  },
};

function taskOf(task: TaskVendor['last'], vendor: TaskVendor) {
  const { id, kind, state, reason } = task;
  return {
    ...{ task_id: id, notify_hook: '', action: kind.toUpperCase(), status: state, fail_reason: reason },
    ...{ submit_time: 1_716_191_749, start_time: 1_716_191_786, finish_time: 0 },
    progress: state === 'SUCCESS' ? '100%' : '30%',
    data: kind === 'lyrics' ? lyricsOf(task) : songsOf(task, vendor),
  };
}

const lyricsOf = ({ id, state }: TaskVendor['last']): Json | null =>
  state === 'SUCCESS'
    ? {
        id: `${id}-l`,
        status: 'complete',
        title: 'Cats',
        text: `[Verse]\n${'Meow '.repeat(400)}`,
        user_id: 'u-1',
      }
    : null;

/** While a song is streamed, its sound grows. */
function songsOf({ id, state, body, extra }: TaskVendor['last'], vendor: TaskVendor): Json[] {
  if (state !== 'SUCCESS' && state !== 'IN_PROGRESS') return [];
  const status = extra.clip ?? (state === 'SUCCESS' ? 'complete' : 'streaming');
  return [1, 2].map((at) => ({
    ...{ id: `${id}-${at}`, title: body.title ?? 'Cats', status, user_id: 'account-of-suno' },
    ...{ audio_url: `${vendor.url}/files/${id}-${at}.mp3`, video_url: `${vendor.url}/files/${id}-${at}.mp4` },
    ...{
      image_url: `${vendor.url}/files/${id}-${at}.png`,
      image_large_url: `${vendor.url}/files/${id}-${at}l.png`,
    },
    ...{ model_name: 'chirp-v3', major_model_version: 'v3', text: '', display_name: 'Owner of the account' },
    avatar_image_url: `${vendor.url}/files/avatar.png`,
    metadata: {
      tags: body.tags ?? '',
      prompt: '',
      duration: 120,
      user_id: 'account-of-suno',
      error_message: null,
    },
  }));
}

export const startSuno = (): Promise<TaskVendor> => TaskVendor.start(script);
