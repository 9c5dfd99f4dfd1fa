import type { RequestFacts } from '../../dialects/dialect.ts';

/** 20 tokens a second: of WAV with 24 000 samples of 16 bits 3 200 bytes a token, of MP3 at 64 kbit/s 533; as base64. */
const LIKELY_BYTES_PER_AUDIO_TOKEN = 1_600;
/** A square of 1 024 pixels, where a request does not tell more. */
const LIKELY_IMAGE_TOKENS = 1_290;

/** What sound and pictures of an answer take, about, where their upstream did not say it. Source: OpenAI and Google, pricing. */
export const outputAudioTokens = (bytes: number): number => Math.ceil(bytes / LIKELY_BYTES_PER_AUDIO_TOKEN);
export const outputImageTokens = (
  count: number,
  { pictureTokens = LIKELY_IMAGE_TOKENS }: Pick<RequestFacts, 'pictureTokens'>,
): number => count * pictureTokens;

/** OpenAI counts 20 tokens a second of speech. */
const SPEECH_TOKENS_A_SECOND = 20;
/** Bytes of a second: samples of 24 000 Hz with 16 bits, the same packed, and what else is common at 128 kbit/s. */
const SPEECH_BYTES_A_SECOND: readonly [RegExp, number][] = [
  [/wav|pcm|L16/i, 48_000],
  [/flac/i, 24_000],
  [/opus|ogg/i, 8_000],
];
const COMMON_BYTES_A_SECOND = 16_000;

/** What a file of speech takes, about, by its type. */
export function outputSpeechTokens(bytes: number, type: string): number {
  const rate = SPEECH_BYTES_A_SECOND.find(([known]) => known.test(type))?.[1] ?? COMMON_BYTES_A_SECOND;
  return Math.ceil((bytes / rate) * SPEECH_TOKENS_A_SECOND);
}
