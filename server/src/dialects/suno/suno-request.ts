import type { Json } from '../neutral/json-values.ts';
import { invalid, Members } from '../neutral/members.ts';
import type { BodyTexts } from '../tasks/body-texts.ts';
import { refuseUnread } from '../tasks/read-numbers.ts';
import { type ReadTask, SHOWN_PROMPT_LENGTH, type TaskBody } from '../tasks/read-task.ts';

export const sunoActions = ['music', 'lyrics', 'concat'] as const;
export type SunoAction = (typeof sunoActions)[number];

/** A request of Suno-API. Empty texts stand for what the caller leaves out. */
export interface SunoRequest {
  action: SunoAction;
  /** Subject of the song; empty where `prompt` has its lyrics. */
  description: string;
  prompt: string;
  title: string;
  tags: string;
  negativeTags: string;
  isInstrumental: boolean;
  /** Song of an earlier task that this one goes on from, or that is joined with what it goes on from. */
  clipId: string;
  /** Second of that song; null: its end. */
  continueAt: number | null;
  /** Joined songs have a part replaced. */
  isInfill: boolean;
}

const DEFAULT_MODEL = 'chirp-v3-0';
const MAX_SECONDS = 3600;
const MAX_BYTES = {
  prompt: 20_000,
  gpt_description_prompt: 4000,
  title: 400,
  tags: 4000,
  negative_tags: 4000,
};

/** @returns null where the address names none */
export const sunoActionOf = (name: string): SunoAction | null =>
  sunoActions.find((action) => action === name.toLowerCase()) ?? null;

/**
 * Reads a request of Suno-API.
 * @throws request.invalid, also for members that are not known
 * Sources: one-hub v0.14.16, `SunoSubmitReq`; QuantumNous/new-api-docs, suno-music.md; docs.yutoai.net, "POST
 * /suno/submit/concat"; checked 2026-11.
 */
export function readSunoRequest(
  action: SunoAction,
  { json, texts }: TaskBody,
): ReadTask<'suno', SunoRequest> {
  const members = new Members(json, '');
  const model = members.text('mv') || DEFAULT_MODEL;
  if (!/^[\w.:-]{1,100}$/.test(model)) throw invalid('mv', 'invalid_value');
  const read = (name: keyof typeof MAX_BYTES): string => shortText(members, name, texts);
  const taskId = members.text('task_id') ?? '';
  const member = action === 'concat' ? 'clip_id' : 'continue_clip_id';
  const clipId = members.text(member) ?? '';
  if (!/^[\w-]{0,100}$/.test(clipId)) throw invalid(member, 'invalid_value');
  const request: SunoRequest = {
    action,
    description: read('gpt_description_prompt'),
    prompt: read('prompt'),
    title: read('title'),
    tags: read('tags'),
    negativeTags: read('negative_tags'),
    isInstrumental: members.flag('make_instrumental') ?? false,
    clipId,
    continueAt: secondOf(members),
    isInfill: members.flag('is_infill') ?? false,
  };
  const notify = members.text('notify_hook') || null;
  refuseUnread(members);
  if (action === 'lyrics' && request.prompt === '') throw invalid('prompt', 'required');
  if (action === 'concat' && clipId === '') throw invalid('clip_id', 'required');
  if (clipId !== '' && taskId === '') throw invalid('task_id', 'required');
  return {
    dialect: 'suno',
    request,
    models: [action === 'music' ? model : `suno_${action}`],
    action: action.toUpperCase(),
    prompt: (request.description || request.prompt || request.title).slice(0, SHOWN_PROMPT_LENGTH),
    parent: clipId === '' ? null : taskId,
    notify,
  };
}

function shortText(members: Members, name: keyof typeof MAX_BYTES, texts: BodyTexts): string {
  const given = members.text(name) ?? '';
  if (texts.bytesOf(given) > MAX_BYTES[name]) throw invalid(name, 'too_big');
  return texts.full(given);
}

function secondOf(members: Members): number | null {
  const second = members.number('continue_at');
  if (second !== null && second < 0) throw invalid('continue_at', 'too_small');
  if (second !== null && second > MAX_SECONDS) throw invalid('continue_at', 'too_big');
  return second;
}

/** Members that are left out where they say nothing. */
export const withoutEmpty = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== null));
