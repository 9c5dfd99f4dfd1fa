import type { Json } from '../dialects/neutral/json-values.ts';
import { fieldError } from '../platform/gateway-error.ts';
import type { AdaptedFile, AskedMembers } from './adapter.ts';

/** A vendor's transcription. */
interface Heard {
  text: string;
  /** As the vendor names it; empty where it does not say. */
  language: string;
  /** Length of the sound; null if the vendor does not report it. */
  seconds: number | null;
  words: readonly HeardWord[];
}

interface HeardWord {
  word: string;
  /** Seconds from the beginning. */
  start: number;
  end: number;
}

/** Subtitles are missing: vendors with an API of their own have words, no lines. */
const FORMATS: ReadonlySet<unknown> = new Set([undefined, 'json', 'verbose_json', 'text']);

/**
 * Takes the members of `POST /v1/audio/transcriptions` that only shape its answer.
 * @throws request.invalid for a form of answer that `transcriptionAnswer` does not write
 * Source: OpenAI API reference, "Create transcription".
 */
export function takeAnswerShape(asked: AskedMembers): void {
  if (!FORMATS.has(asked.take('response_format'))) throw fieldError('response_format', 'not_supported');
  // A stream is made of the whole answer; words are in every answer that may have them.
  for (const name of ['stream', 'timestamp_granularities', 'timestamp_granularities[]']) asked.take(name);
}

/** The transcription in the format that the caller asked for. */
export function transcriptionAnswer(heard: Heard, asked: Json): Json | AdaptedFile {
  const { text, language, seconds, words } = heard;
  const isStream = ['true', '1'].includes(String(asked.stream).toLowerCase());
  if (asked.response_format === 'text' && !isStream)
    return { file: Buffer.from(`${text}\n`), type: 'text/plain; charset=utf-8' };
  const usage = seconds === null ? {} : { usage: { type: 'duration', seconds: Math.ceil(seconds) } };
  if (asked.response_format !== 'verbose_json') return { text, ...usage };
  const duration = seconds ?? words.at(-1)?.end ?? 0;
  return { task: 'transcribe', language, duration, text, words, ...usage };
}
