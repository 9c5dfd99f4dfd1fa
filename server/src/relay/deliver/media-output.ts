/** 20 tokens a second: of WAV with 24 000 samples of 16 bits 3 200 bytes a token, of MP3 at 64 kbit/s 533; as base64. */
const LIKELY_BYTES_PER_AUDIO_TOKEN = 1_600;
/** A square of 1 024 pixels. */
const LIKELY_IMAGE_TOKENS = 1_290;

/** What sound and pictures of an answer take, about, where their upstream did not say it. Source: OpenAI and Google, pricing. */
export const outputAudioTokens = (bytes: number): number => Math.ceil(bytes / LIKELY_BYTES_PER_AUDIO_TOKEN);
export const outputImageTokens = (count: number): number => count * LIKELY_IMAGE_TOKENS;
