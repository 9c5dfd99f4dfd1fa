import type { Json } from '../neutral/json-values.ts';
import { invalid, Members } from '../neutral/members.ts';
import type { BodyTexts } from '../tasks/body-texts.ts';
import { oneOf, wholeNumber } from '../tasks/read-numbers.ts';
import { type ReadTask, SHOWN_PROMPT_LENGTH, type TaskBody } from '../tasks/read-task.ts';
import { toMedia } from '../tasks/task-media.ts';
import {
  actionOfButton,
  type MidjourneyMode,
  midjourneyModel,
  readSimpleChange,
  withoutModes,
} from './midjourney-actions.ts';

/** Requests that make tasks, as the addresses of midjourney-proxy name them. */
export const midjourneyRoutes = [
  'submit/imagine',
  'submit/describe',
  'submit/blend',
  'submit/shorten',
  'submit/modal',
  'submit/change',
  'submit/simple-change',
  'submit/action',
  'submit/upload-discord-images',
  'insight-face/swap',
] as const;
export type MidjourneyRoute = (typeof midjourneyRoutes)[number];

/** A request of midjourney-proxy's API. */
export interface MidjourneyRequest {
  route: MidjourneyRoute;
  mode: MidjourneyMode;
  action: string;
  /** Members that the vendor gets as they are. */
  body: Json;
  /** `U2` and the like, of a follow-up in one text; null: none. */
  change: string | null;
  /** Members that are shown with the task. */
  asked: Json;
}

type ReadMidjourney = ReadTask<'midjourney', MidjourneyRequest>;

const MAX_PROMPT_BYTES = 10_000;
const MAX_STATE_BYTES = 4000;
const MAX_PICTURES = 10;
const MIN_BLENDED = 2;
const MAX_BLENDED = 5;

/**
 * Members of all requests. Clients often send those of several requests at once, empty or not; a request takes its own.
 * Sources: novicezk/midjourney-proxy, docs/api.md; one-hub v0.14.16, `MidjourneyRequest`; checked 2026-11.
 */
const KNOWN = [
  ...['prompt', 'base64', 'base64Array', 'botType', 'accountFilter', 'notifyHook', 'state', 'taskId'],
  ...['action', 'index', 'customId', 'content', 'maskBase64', 'dimensions', 'remix', 'chooseSameChannel'],
  ...['sourceBase64', 'targetBase64'],
] as const;

/**
 * Reads a request of midjourney-proxy's API. The request of a follow-up is completed by `followMidjourney`.
 * @param keepsHook whether the address in `notifyHook` is notified
 * @throws request.invalid
 */
export function readMidjourneyRequest(
  { route, mode, keepsHook }: { route: MidjourneyRoute; mode: MidjourneyMode; keepsHook: boolean },
  { json, texts }: TaskBody,
): ReadMidjourney {
  const members = new Members(json, '');
  const reader = new RequestReader(members, texts);
  const { action, body, parent = null, change = null, asked = {} } = reader.read(route);
  const hook = members.text('notifyHook') ?? '';
  const state = members.text('state') ?? '';
  if (texts.bytesOf(state) > MAX_STATE_BYTES) throw invalid('state', 'too_big');
  const botType = members.text('botType') ?? '';
  if (!/^[A-Z_]{0,30}$/.test(botType)) throw invalid('botType', 'invalid_value');
  for (const name of KNOWN) members.any(name);
  const strange = members.unread().find((name) => !isEmpty(members.any(name)));
  if (strange !== undefined) throw invalid(strange, 'unsupported');
  const shown = {
    ...asked,
    ...(state !== '' && { state: texts.full(state) }),
    ...(botType !== '' && { botType }),
  };
  const prompt = typeof body.prompt === 'string' ? body.prompt : '';
  const request: MidjourneyRequest = {
    ...{ route, mode, action, change, asked: shown },
    body: { ...body, ...(botType !== '' && parent === null && { botType }) },
  };
  return {
    ...forMode(request, mode),
    dialect: 'midjourney',
    ...{ action, parent },
    prompt: prompt.slice(0, SHOWN_PROMPT_LENGTH),
    notify: keepsHook && hook !== '' ? hook : null,
    // An account without fast hours may have slow ones.
    ...(mode === 'fast' && parent === null && { spare: forMode(request, 'relax') }),
  };
}

const forMode = (
  request: MidjourneyRequest,
  mode: MidjourneyMode,
): Required<Pick<ReadMidjourney, 'request' | 'models'>> => ({
  request: { ...request, mode },
  models: [midjourneyModel(mode, request.action)],
});

/** Completes a follow-up by the mode and the prompt of its first task. */
export const followMidjourney = (
  read: ReadMidjourney,
  { mode, prompt }: { mode: MidjourneyMode; prompt: string },
): ReadMidjourney => ({ ...read, ...forMode(read.request, mode), prompt: read.prompt || prompt });

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

interface ReadRoute {
  action: string;
  body: Json;
  parent?: string;
  change?: string;
  asked?: Json;
}

/** Reads the members of one request. */
class RequestReader {
  readonly #members: Members;
  readonly #texts: BodyTexts;

  constructor(members: Members, texts: BodyTexts) {
    this.#members = members;
    this.#texts = texts;
  }

  read(route: MidjourneyRoute): ReadRoute {
    switch (route) {
      case 'submit/imagine':
        return { action: 'IMAGINE', body: this.#imagine() };
      case 'submit/describe':
        return { action: 'DESCRIBE', body: { base64: this.#picture('base64') } };
      case 'submit/blend':
        return { action: 'BLEND', body: this.#blend() };
      case 'submit/shorten':
        return { action: 'SHORTEN', body: { prompt: this.#requiredPrompt() } };
      case 'submit/modal':
        return { action: 'MODAL', parent: this.#parent(), body: this.#modal() };
      case 'submit/change':
        return this.#change();
      case 'submit/simple-change':
        return this.#simpleChange();
      case 'submit/action':
        return this.#button();
      case 'submit/upload-discord-images':
        return { action: 'UPLOAD', body: { base64Array: this.#pictures(1, MAX_PICTURES) } };
      case 'insight-face/swap':
        return {
          action: 'SWAP_FACE',
          body: { sourceBase64: this.#picture('sourceBase64'), targetBase64: this.#picture('targetBase64') },
        };
    }
  }

  #imagine(): Json {
    const pictures = this.#pictures(0, MAX_PICTURES);
    return { prompt: this.#requiredPrompt(), ...(pictures.length > 0 && { base64Array: pictures }) };
  }

  #blend(): Json {
    const dimensions = oneOf(this.#members, 'dimensions', ['PORTRAIT', 'SQUARE', 'LANDSCAPE']);
    return {
      base64Array: this.#pictures(MIN_BLENDED, MAX_BLENDED),
      ...(dimensions !== null && { dimensions }),
    };
  }

  #modal(): Json {
    const prompt = this.#prompt();
    const mask = this.#members.text('maskBase64') ?? '';
    return {
      ...(prompt !== '' && { prompt }),
      ...(mask !== '' && { maskBase64: this.#picture('maskBase64') }),
    };
  }

  #change(): ReadRoute {
    const parent = this.#parent();
    const action = oneOf(this.#members, 'action', ['UPSCALE', 'VARIATION', 'REROLL']);
    if (action === null) throw invalid('action', 'required');
    const index = wholeNumber(this.#members, 'index', { min: action === 'REROLL' ? 0 : 1, max: 4 });
    if (action === 'REROLL') return { action, parent, body: { action } };
    if (index === null) throw invalid('index', 'required');
    return { action, parent, body: { action, index } };
  }

  #simpleChange(): ReadRoute {
    const content = this.#members.text('content') ?? '';
    if (content.trim() === '') throw invalid('content', 'required');
    const read = readSimpleChange(content);
    if (read === null) throw invalid('content', 'invalid_value');
    return { action: read.action, parent: read.taskId, change: read.change, body: {} };
  }

  #button(): ReadRoute {
    const parent = this.#parent();
    const customId = this.#members.text('customId') ?? '';
    if (customId === '') throw invalid('customId', 'required');
    const action = this.#texts.bytesOf(customId) > 500 ? null : actionOfButton(customId);
    if (action === null) throw invalid('customId', 'unknown_action');
    return { action, parent, body: { customId }, asked: { customId } };
  }

  #parent(): string {
    const id = this.#members.text('taskId') ?? '';
    if (id === '') throw invalid('taskId', 'required');
    return id;
  }

  #requiredPrompt(): string {
    const prompt = this.#prompt();
    if (prompt.trim() === '') throw invalid('prompt', 'required');
    return prompt;
  }

  #prompt(): string {
    const given = this.#members.text('prompt') ?? '';
    if (this.#texts.bytesOf(given) > MAX_PROMPT_BYTES) throw invalid('prompt', 'too_big');
    return withoutModes(this.#texts.full(given));
  }

  #picture(name: string): string {
    const given = this.#members.text(name) ?? '';
    if (given === '') throw invalid(name, 'required');
    return this.#checked(given, name);
  }

  #pictures(min: number, max: number): string[] {
    const given = this.#members.textList('base64Array');
    if (given.length < min) throw invalid('base64Array', given.length === 0 ? 'required' : 'too_small');
    if (given.length > max) throw invalid('base64Array', 'too_big');
    return given.map((text, at) => this.#checked(text, `base64Array.${at}`));
  }

  #checked(text: string, field: string): string {
    const media = toMedia(text, { field, texts: this.#texts });
    if ('type' in media && !media.type.startsWith('image/')) throw invalid(field, 'invalid_value');
    return text;
  }
}
