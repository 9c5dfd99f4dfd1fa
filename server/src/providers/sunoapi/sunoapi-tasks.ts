import type { ErrorCode } from '@turnpike/contract';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { keptClip, keptLyrics, type SunoClip } from '../../dialects/suno/suno-object.ts';
import { type SunoRequest, withoutEmpty } from '../../dialects/suno/suno-request.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import { filesOfClips } from '../suno-files.ts';
import {
  type BegunTask,
  type RefusedTask,
  type TaskForm,
  type TaskLook,
  taskForm,
  UnreadableLook,
  type VendorAnswer,
  type VendorRequest,
} from '../task-form.ts';

/** 20 requests in 10 seconds are allowed. */
const pace = { first: 15, longest: 30, deadline: 3600 };

/** Answers come with status 200; `code` in their body counts. Source: docs.sunoapi.org, "Status Codes", checked 2026-11. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'upstream.bad_request',
  401: 'upstream.key_refused',
  402: 'upstream.out_of_credit',
  403: 'upstream.key_refused',
  404: 'upstream.model_missing',
  405: 'upstream.rate_limited',
  409: 'upstream.bad_request',
  413: 'upstream.bad_request',
  422: 'upstream.bad_request',
  429: 'upstream.out_of_credit',
  430: 'upstream.rate_limited',
  455: 'upstream.overloaded',
};

/** Models by the names of Suno's own site; the vendor's names are taken as they are. */
const models: Readonly<Record<string, string>> = {
  'chirp-v3-5': 'V3_5',
  'chirp-v4': 'V4',
  'chirp-auk': 'V4_5',
  'chirp-bluejay': 'V4_5PLUS',
  'chirp-crow': 'V5',
  'chirp-fenix': 'V5_5',
};

/** Longest texts, in characters; a description has its own. */
const MAX_DESCRIPTION = 500;

const states: Readonly<Record<string, TaskLook['state']>> = {
  PENDING: 'queued',
  TEXT_SUCCESS: 'running',
  // One of two songs is there.
  FIRST_SUCCESS: 'running',
  SUCCESS: 'done',
  CREATE_TASK_FAILED: 'failed',
  GENERATE_AUDIO_FAILED: 'failed',
  GENERATE_LYRICS_FAILED: 'failed',
  SENSITIVE_WORD_ERROR: 'failed',
};
const FILTERED = /sensitive|copyright|moderation|existing work/i;

function begun({ status, json, text }: VendorAnswer): BegunTask | RefusedTask {
  const { code: given, msg, data } = objectOf(json) ?? {};
  const code = numberOf(given) ?? status;
  const upstreamId = textOf(objectOf(data)?.taskId);
  if (status < 300 && code === 200 && upstreamId !== '') return { upstreamId };
  const message = textOf(msg) || text;
  const usual = codes[code] ?? codes[status] ?? 'upstream.error';
  return {
    refused: usual === 'upstream.bad_request' && FILTERED.test(message) ? 'upstream.content_filter' : usual,
    message,
  };
}

/** A song of the vendor, as Suno-API shows it. */
function toClip(song: Json, isDone: boolean): SunoClip {
  return keptClip(
    {
      ...{
        id: song.id,
        title: textOf(song.title),
        model_name: textOf(song.modelName),
        text: textOf(song.prompt),
      },
      ...{ audio_url: song.audioUrl, image_url: song.imageUrl, status: isDone ? 'complete' : 'streaming' },
      metadata: {
        ...{ tags: textOf(song.tags), prompt: textOf(song.prompt), duration: song.duration ?? null },
      },
    },
    isDone,
  );
}

/** @param record of the vendor */
function lookOf(record: Json): TaskLook {
  const status = textOf(record.status);
  const response = objectOf(record.response) ?? {};
  const songs = listOf(response.sunoData).map((one) => objectOf(one) ?? {});
  const lyrics = listOf(response.lyricsData).map((one) => objectOf(one) ?? {});
  const hasAll =
    (songs.length > 0 && songs.every(({ audioUrl }) => textOf(audioUrl) !== '')) ||
    lyrics.some(({ text }) => textOf(text) !== '');
  // The vendor could not report a result; it has it nevertheless, or goes on.
  const state = status === 'CALLBACK_EXCEPTION' && hasAll ? 'done' : (states[status] ?? 'running');
  const isDone = state === 'done' && hasAll;
  const reason = textOf(record.errorMessage);
  const clips = songs.map((song) => toClip(song, isDone));
  const [first] = lyrics;
  return {
    state: state === 'done' && !hasAll ? 'failed' : state,
    ...(reason !== '' && { reason }),
    ...((status === 'SENSITIVE_WORD_ERROR' || FILTERED.test(reason)) && { isFiltered: true as const }),
    ...(isDone && clips.length > 0 && { files: filesOfClips(clips) }),
    ...(clips.length > 0 && { data: clips }),
    ...(first !== undefined && { data: keptLyrics({ id: textOf(record.taskId), ...first }) }),
  };
}

const look: TaskForm['look'] = async ({ upstreamId, ticket }, ask) => {
  const query = `?taskId=${encodeURIComponent(upstreamId)}`;
  const answer = await ask({ method: 'GET', path: `/api/v1/${ticket.kind}/record-info${query}` });
  const { code: given, data } = objectOf(answer.json) ?? {};
  const code = numberOf(given);
  if (answer.status === 404 || code === 404 || (code === 200 && data === null)) return { state: 'missing' };
  const record = objectOf(data);
  if (answer.status >= 300 || code !== 200 || textOf(record?.taskId) !== upstreamId)
    throw new UnreadableLook(answer);
  return lookOf(record ?? {});
};

/** @throws request.invalid */
function modelOf(upstreamModel: string): string {
  const model = models[upstreamModel] ?? upstreamModel;
  if (!/^V\d[A-Z0-9_]{0,20}$/.test(model)) throw invalid('mv', 'unsupported');
  return model;
}

/** A song by a description; its lyrics, style and title are the vendor's. */
function described({ description, title, tags, negativeTags, ...asked }: SunoRequest): Json {
  for (const [name, value] of Object.entries({
    prompt: asked.prompt,
    title,
    tags,
    negative_tags: negativeTags,
  }))
    if (value !== '') throw invalid(name, 'unsupported');
  if (description.length > MAX_DESCRIPTION) throw invalid('gpt_description_prompt', 'too_big');
  return { customMode: false, instrumental: asked.isInstrumental, prompt: description };
}

/** A song by lyrics, style and title, which the vendor asks for. */
function composed({ prompt, title, tags, negativeTags, isInstrumental }: SunoRequest): Json {
  if (title === '') throw invalid('title', 'required');
  if (tags === '') throw invalid('tags', 'required');
  if (prompt === '' && !isInstrumental) throw invalid('prompt', 'required');
  return {
    ...{ customMode: true, instrumental: isInstrumental },
    ...withoutEmpty({ prompt, style: tags, title, negativeTags }),
  };
}

/** Without texts of its own, a song goes on as it began. */
function extended({ prompt, title, tags, negativeTags, clipId, continueAt, ...asked }: SunoRequest): Json {
  if (asked.description !== '') throw invalid('gpt_description_prompt', 'unsupported');
  if (asked.isInstrumental) throw invalid('make_instrumental', 'unsupported');
  const hasOwn = [prompt, title, tags, negativeTags].some((text) => text !== '') || continueAt !== null;
  if (!hasOwn) return { defaultParamFlag: false, audioId: clipId };
  const required = { prompt, title, tags };
  for (const [name, value] of Object.entries(required)) if (value === '') throw invalid(name, 'required');
  if (continueAt === null) throw invalid('continue_at', 'required');
  return {
    ...{ defaultParamFlag: true, audioId: clipId, continueAt },
    ...withoutEmpty({ prompt, style: tags, title, negativeTags }),
  };
}

/** @throws request.invalid for what the vendor cannot do */
function requestOf(asked: SunoRequest, upstreamModel: string): { path: string; body: Json } {
  if (asked.action === 'lyrics') return { path: '/api/v1/lyrics', body: { prompt: asked.prompt } };
  // The vendor joins nothing.
  if (asked.action === 'concat') throw invalid('clip_id', 'unsupported');
  const model = modelOf(upstreamModel);
  if (asked.clipId !== '') return { path: '/api/v1/generate/extend', body: { ...extended(asked), model } };
  if (asked.continueAt !== null) throw invalid('continue_clip_id', 'required');
  const body = asked.description === '' ? composed(asked) : described(asked);
  return { path: '/api/v1/generate', body: { ...body, model } };
}

/**
 * Sources: docs.sunoapi.org, "Generate Music", "Extend Music", "Generate Lyrics", "Get Music Generation Details",
 * checked 2026-11. It requires `callBackUrl`; a site without an address leaves it out, and the vendor may refuse.
 */
const form: TaskForm<'suno'> = {
  dialect: 'suno',
  ...{ pace, begun, look },
  plan(asked, { upstreamModel, callbackUrl }) {
    const { path, body } = requestOf(asked, upstreamModel);
    const request: VendorRequest = {
      ...{ method: 'POST', path },
      body: { ...body, ...(callbackUrl !== null && { callBackUrl: callbackUrl }) },
    };
    const kind = asked.action === 'lyrics' ? 'lyrics' : 'generate';
    return { request, action: asked.action.toUpperCase(), units: [], ticket: { kind } };
  },
};

export const sunoApiTasks: readonly TaskForm[] = [taskForm(form)];
