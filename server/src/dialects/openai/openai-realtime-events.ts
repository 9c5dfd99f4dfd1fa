import type { Usage } from '../../billing/usage.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { readResponsesUsage } from '../openai-responses/openai-responses-usage.ts';
import type { BytePlace, EndedResponse } from '../realtime/realtime-dialect.ts';
import { assertNamesNothing, idMembers, isPublicSkill, mayNameObjects } from './object-ids.ts';
import { errorObject } from './openai-errors.ts';

/** An event of a session, either way. Source: OpenAI API reference, "Realtime client events" and "Realtime server events". */
export type RealtimeEvent = Readonly<Record<string, unknown>> & {
  type: string;
  /** Length of its base64 sound. */
  soundBytes: number;
  /** Where that stands, in an event that no object was made of. */
  sound: BytePlace | undefined;
};

export type Members = Readonly<Record<string, unknown>>;
const NO_MEMBERS: Members = {};
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : NO_MEMBERS;

/** Sound comes in many events: those that are longer are not made objects of. */
const SHORT_BYTES = 1024;
/** Members of the events: in a caller's event none of them may come twice. */
const EVENT_MEMBERS: ReadonlySet<string> = new Set([
  ...['type', 'event_id', 'session', 'response', 'response_id', 'item', 'item_id', 'previous_item_id'],
  ...['audio', 'delta', 'content_index', 'audio_end_ms'],
]);
const SOUND_EVENTS: ReadonlySet<string> = new Set([
  'input_audio_buffer.append',
  'response.output_audio.delta',
  // As it was named before the API was generally available.
  'response.audio.delta',
]);

/** @returns null where a text is no event */
export function readRealtimeEvent(text: Buffer): RealtimeEvent | null {
  try {
    return (text.length > SHORT_BYTES ? readSoundEvent(text, scanEvent(text)) : null) ?? parseEvent(text);
  } catch {
    return null;
  }
}

/**
 * @throws request.malformed_json, request.duplicate_member: vendors might follow the other one; object.not_found or
 *   request.invalid for what an account keeps
 */
export function readCallerEvent(text: Buffer): RealtimeEvent {
  let event: RealtimeEvent | null = null;
  try {
    const scan = scanEvent(text);
    event = (text.length > SHORT_BYTES ? readSoundEvent(text, scan) : null) ?? parseEvent(text);
    if (event !== null && mayNameObjects({ dialect: NAMING, scan }))
      assertNamesNothing(event, { dialect: NAMING, scan });
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (error instanceof JsonScanError && error.fault === 'duplicate_member')
      throw new GatewayError('request.duplicate_member');
  }
  if (event === null) throw new GatewayError('request.malformed_json');
  for (const name of ['session', 'response'] as const)
    if (membersOf(event[name]).prompt != null) throw fieldError(`${name}.prompt`, 'unsupported');
  return event;
}

const NAMING = { idMembers, isPublicId: isPublicSkill };
const NOTICES: ReadonlySet<string> = new Set(idMembers);

/** @throws JsonScanError */
function scanEvent(text: Buffer): JsonScanner {
  const scan = new JsonScanner({ members: EVENT_MEMBERS, notices: NOTICES });
  scan.feed(text);
  scan.end();
  return scan;
}

/** @returns null where it carries no sound */
function readSoundEvent(text: Buffer, scan: JsonScanner): RealtimeEvent | null {
  const read = (name: string): unknown => {
    const member = scan.found.get(name);
    return member === undefined ? undefined : JSON.parse(text.toString('utf8', member.start, member.end));
  };
  const type = String(read('type'));
  if (!SOUND_EVENTS.has(type)) return null;
  const sound = scan.found.get('audio') ?? scan.found.get('delta');
  const soundBytes = sound === undefined ? 0 : sound.end - sound.start - 2;
  return { type, response_id: read('response_id'), soundBytes, sound };
}

function parseEvent(text: Buffer): RealtimeEvent | null {
  const event: unknown = JSON.parse(text.toString('utf8'));
  const { type, audio, delta } = membersOf(event);
  if (typeof type !== 'string') return null;
  const sound = SOUND_EVENTS.has(type) ? (audio ?? delta) : undefined;
  const soundBytes = typeof sound === 'string' ? sound.length : 0;
  return { ...(event as Members), type, soundBytes, sound: undefined };
}

/** Events of a caller after which the model may answer: from the first of them, its answer must be paid for. */
const INPUTS: ReadonlySet<string> = new Set([
  'input_audio_buffer.append',
  'input_audio_buffer.commit',
  'conversation.item.create',
  'response.create',
]);
export const isRealtimeInput = ({ type }: RealtimeEvent): boolean => INPUTS.has(type);

/** Session settings in an event of either side; undefined if it has none. */
export interface SessionFacts {
  /** Model that the session shall have. */
  model: string | undefined;
  /** Model that writes down what the caller says; null where none shall. */
  transcriber: string | null | undefined;
  speaks: boolean | undefined;
  heardFormat: string | undefined;
  spokenFormat: string | undefined;
}

/** The members of a session, as they are now and as they were before the API was generally available. */
export function readSession(event: RealtimeEvent): SessionFacts {
  const session = membersOf(event.session);
  const audio = membersOf(session.audio);
  const input = membersOf(audio.input);
  const output = membersOf(audio.output);
  const transcription = input.transcription ?? session.input_audio_transcription;
  const saysTranscription = 'transcription' in input || 'input_audio_transcription' in session;
  const modalities = session.output_modalities ?? session.modalities;
  return {
    model: textIn(session.model),
    transcriber: saysTranscription ? (textIn(membersOf(transcription).model) ?? null) : undefined,
    speaks: Array.isArray(modalities) ? modalities.includes('audio') : undefined,
    heardFormat: formatIn(input.format ?? session.input_audio_format),
    spokenFormat: formatIn(output.format ?? session.output_audio_format),
  };
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const formatIn = (value: unknown): string | undefined => textIn(membersOf(value).type) ?? textIn(value);

/** Base64 of a second of sound: 24 000 samples of 16 bits, or 8 000 of 8 bits as telephones have them. */
const bytesASecond = (format: string): number => (/pcm[au]|g711/.test(format) ? 10_667 : 64_000);
/** OpenAI counts so many tokens of what it hears and of what it says. Source: OpenAI, "Managing costs" of the Realtime API. */
const HEARD_TOKENS_A_SECOND = 10;
const SPOKEN_TOKENS_A_SECOND = 20;

export const heardSeconds = (base64Bytes: number, format: string): number =>
  base64Bytes / bytesASecond(format);
export const heardTokens = (base64Bytes: number, format: string): number =>
  Math.ceil(heardSeconds(base64Bytes, format) * HEARD_TOKENS_A_SECOND);
export const spokenTokens = (base64Bytes: number, format: string): number =>
  Math.ceil((base64Bytes / bytesASecond(format)) * SPOKEN_TOKENS_A_SECOND);

/** Bytes of a delta, by what it is of; null for any other event. The names ending alike are those before general availability. */
export function readDelta({
  type,
  delta,
  soundBytes,
}: RealtimeEvent): { kind: 'text' | 'sound'; bytes: number } | null {
  if (soundBytes > 0) return { kind: 'sound', bytes: soundBytes };
  if (typeof delta !== 'string') return null;
  return TEXT_DELTAS.has(type) ? { kind: 'text', bytes: Buffer.byteLength(delta) } : null;
}

/** Speech is charged as sound, not by its transcript. */
const TEXT_DELTAS: ReadonlySet<string> = new Set([
  'response.output_text.delta',
  'response.text.delta',
  'response.function_call_arguments.delta',
]);

/** @returns null for any other event than `response.done` */
export function readEndedResponse({ type, response }: RealtimeEvent): EndedResponse | null {
  if (type !== 'response.done') return null;
  const { id, status, usage, status_details } = membersOf(response);
  const { error, reason } = membersOf(status_details);
  return {
    id: String(id ?? ''),
    usage: readRealtimeUsage(usage),
    failure: status === 'failed' ? JSON.stringify(error ?? reason ?? '') : null,
  };
}

/** @returns id of a response that begins; null for any other event */
export const readBegunResponse = ({ type, response }: RealtimeEvent): string | null =>
  type === 'response.created' ? String(membersOf(response).id ?? '') : null;

/**
 * The usage of a response: sound and text of the input count what was cached of them too.
 * Source: OpenAI API reference, "Realtime server events", `response.done`.
 */
export function readRealtimeUsage(value: unknown): Usage | null {
  if (value === null || typeof value !== 'object') return null;
  const usage = value as Members;
  const input = membersOf(usage.input_token_details);
  const cached = membersOf(input.cached_tokens_details);
  return readResponsesUsage({
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
    input_tokens_details: {
      cached_tokens: input.cached_tokens,
      audio_tokens: without(input.audio_tokens, cached.audio_tokens),
      image_tokens: without(input.image_tokens, cached.image_tokens),
    },
    output_tokens_details: usage.output_token_details,
  });
}

/** Values that are not numbers are left to the reader of the usage. */
const without = (all: unknown, part: unknown): unknown =>
  typeof all === 'number' && typeof part === 'number' ? Math.max(0, all - part) : all;

/** An error event. */
export const realtimeError = (error: GatewayError, requestId: string): string =>
  JSON.stringify({
    type: 'error',
    event_id: `event_${requestId}`,
    error: { ...errorObject(error, requestId), event_id: null },
  });
