import type { RequestFacts } from '../../dialects/dialect.ts';

/**
 * 20 tokens a second: for WAV with 24 000 samples of 16 bits 3 200 bytes a token, for MP3 at 64 kbit/s 533;
 * as base64.
 */
const LIKELY_BYTES_PER_AUDIO_TOKEN = 1_600;
/** A square of 1 024 pixels, unless the request specifies more. */
const LIKELY_IMAGE_TOKENS = 1_290;

/**
 * Estimate the tokens of sound and pictures in an answer without reported usage. Source: OpenAI and Google,
 * pricing.
 */
export const outputAudioTokens = (bytes: number): number => Math.ceil(bytes / LIKELY_BYTES_PER_AUDIO_TOKEN);
export const outputImageTokens = (
  count: number,
  { pictureTokens = LIKELY_IMAGE_TOKENS }: Pick<RequestFacts, 'pictureTokens'>,
): number => count * pictureTokens;

/** OpenAI counts 20 tokens a second of speech. */
const SPEECH_TOKENS_A_SECOND = 20;
/**
 * Bytes per second: samples of 24 000 Hz with 16 bits, the same compressed, and other common formats at 128
 * kbit/s.
 */
const SPEECH_BYTES_A_SECOND: readonly [RegExp, number][] = [
  [/wav|pcm|L16/i, 48_000],
  [/flac/i, 24_000],
  [/opus|ogg/i, 8_000],
];
const COMMON_BYTES_A_SECOND = 16_000;

/** Estimates the tokens of a speech file by its type. */
export function outputSpeechTokens(bytes: number, type: string): number {
  const rate = SPEECH_BYTES_A_SECOND.find(([known]) => known.test(type))?.[1] ?? COMMON_BYTES_A_SECOND;
  return Math.ceil((bytes / rate) * SPEECH_TOKENS_A_SECOND);
}
