import { objectOf, textOf } from '../dialects/neutral/json-values.ts';
import { fieldError } from '../platform/gateway-error.ts';
import type { AskedMembers } from './adapter.ts';

/** The vendor's names in place of OpenAI's. */
interface SpeechNames {
  /** By OpenAI's name; every other name is the vendor's own. */
  voices: Readonly<Record<string, string>>;
  /** By OpenAI's name; those that are missing are refused. */
  formats: Readonly<Record<string, string>>;
}

/** A request for speech, in a vendor's names. */
interface AskedSpeech {
  text: string;
  voice: string;
  format: string;
}

/** OpenAI's `response_format` where a caller names none. */
const DEFAULT_FORMAT = 'mp3';

/**
 * Takes the members of `POST /v1/audio/speech` that every vendor of speech knows.
 * @throws request.invalid for a voice, a format or a stream that the vendor does not have
 * Source: OpenAI API reference, "Create speech".
 */
export function takeSpeech(asked: AskedMembers, { voices, formats }: SpeechNames): AskedSpeech {
  const text = textOf(asked.take('input'));
  const voice = voiceOf(asked.take('voice'), voices);
  const format = formatOf(asked.take('response_format'), formats);
  if ((asked.take('stream_format') ?? 'audio') !== 'audio')
    throw fieldError('stream_format', 'not_supported');
  return { text, voice, format };
}

/**
 * Factor of the usual speed, as a vendor's member; none where the caller says none.
 * @throws request.invalid where it is no number
 */
export function takeSpeed(asked: AskedMembers): { speed?: number } {
  const speed = asked.take('speed');
  if (speed === undefined) return {};
  if (typeof speed !== 'number') throw fieldError('speed', 'invalid_number');
  return { speed };
}

/** @throws request.invalid where there is none */
export function voiceOf(asked: unknown, voices: SpeechNames['voices']): string {
  const name = textOf(objectOf(asked)?.id ?? asked);
  if (name === '') throw fieldError('voice', 'required');
  return Object.hasOwn(voices, name) ? (voices[name] as string) : name;
}

/** @throws request.invalid where the vendor has none like it */
export function formatOf(asked: unknown, formats: SpeechNames['formats']): string {
  const name = textOf(asked ?? DEFAULT_FORMAT);
  if (!Object.hasOwn(formats, name)) throw fieldError('response_format', 'not_supported');
  return formats[name] as string;
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mp3: 'audio/mpeg',
    opus: 'audio/ogg',
    aac: 'audio/aac',
    flac: 'audio/flac',
    wav: 'audio/wav',
    pcm: 'audio/pcm',
  }),
);

/** Media type of the sound that a caller asked for. */
export const soundTypeOf = (asked: unknown): string =>
  TYPES.get(textOf(asked ?? DEFAULT_FORMAT)) ?? 'application/octet-stream';
