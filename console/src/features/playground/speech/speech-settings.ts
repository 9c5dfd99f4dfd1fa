import { z } from 'zod';

export const speechKinds = ['speak', 'transcribe'] as const;
/** Those that browsers play. */
export const formats = ['mp3', 'wav', 'opus', 'aac', 'flac'] as const;
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** Voices of OpenAI; those of other vendors have names of their own. Source: OpenAI API reference, "Create speech". */
export const voices = [
  ...['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'fable'],
  ...['marin', 'nova', 'onyx', 'sage', 'shimmer', 'verse'],
] as const;
/** Languages that are offered by name; the code goes into the request. */
export const languages = [
  ...['zh', 'yue', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'pt', 'it', 'ru', 'uk', 'pl', 'nl'],
  ...['tr', 'ar', 'hi', 'id', 'ms', 'th', 'vi'],
] as const;

export const speechSettings = z.object({
  kind: z.enum(speechKinds).catch('speak'),
  model: z.string().optional().catch(undefined),
  voice: z.string().catch('alloy'),
  format: z.enum(formats).catch('mp3'),
  speed: z.number().min(0.25).max(4).catch(1),
  transcriptionModel: z.string().optional().catch(undefined),
  language: z.string().catch(''),
});
export type SpeechSettings = z.output<typeof speechSettings>;
