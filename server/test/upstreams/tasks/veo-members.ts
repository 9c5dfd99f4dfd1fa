import type { PlayedTask } from './task-vendor.ts';
import { wrongMember } from './vendor-members.ts';

type Json = Record<string, unknown>;

/** Base64 of some length, without the beginning of a data URL. */
const isBytes = (value: unknown): boolean => {
  const { bytesBase64Encoded: base64, mimeType, ...rest } = (value ?? {}) as Json;
  const isRight = typeof base64 === 'string' && /^[\w+/]+=*$/.test(base64);
  return isRight && /^image\/(?:png|jpeg|webp)$/.test(String(mimeType)) && Object.keys(rest).length === 0;
};

const parameters = {
  aspectRatio: /^(16:9|9:16)$/,
  durationSeconds: 'number',
  resolution: /^(720p|1080p|4k)$/,
  negativePrompt: 'string',
  personGeneration: 'string',
  sampleCount: 'number',
} as const;

/** Checks a request for Veo as Google does. Source: Gemini API, "Generate videos with Veo 3.1", checked 2026-11. */
export function wrongVeo(body: Json, further: Record<string, 'number' | 'boolean'> = {}): string | null {
  const wrong =
    wrongMember(body, { instances: 'array', parameters: 'object' }, ['instances', 'parameters']) ??
    wrongMember(body.parameters as Json, { ...parameters, ...further }, ['durationSeconds']);
  if (wrong !== null) return wrong;
  const [instance = {}] = body.instances as Json[];
  const { prompt, image, lastFrame, referenceImages, ...unknown } = instance;
  if (typeof prompt !== 'string' || Object.keys(unknown).length > 0) return 'Unknown name in the instance';
  const references = (referenceImages ?? []) as Json[];
  const pictures = [image, lastFrame, ...references.map((one) => one.image)].filter(
    (one) => one !== undefined,
  );
  return pictures.every(isBytes) ? null : 'An image must have bytesBase64Encoded and mimeType';
}

export const refusalOfGoogle = (status: number, code: string, message: string) => ({
  status,
  json: { error: { code: status, message, status: code } },
});

/** An operation in one of the states that tests set: `running`, `done`, `filtered`, `failed`, or another one. */
export function operationOf(
  { state, reason }: PlayedTask,
  { name, done, filtered }: { name: string; done: Json; filtered: Json },
): Json {
  const metadata = { '@type': 'type.googleapis.com/GenerateVideoOperationMetadata', state };
  if (state === 'failed') return { name, done: true, error: { code: 13, message: reason } };
  if (state === 'done') return { name, done: true, response: done };
  if (state === 'filtered') return { name, done: true, response: filtered };
  return { name, metadata };
}
