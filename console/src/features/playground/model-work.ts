import type { modelCalls, OutputOf } from '@turnpike/contract';
import type { ModelFacts } from '../../api/model-facts.ts';

/** Kinds of work, apart from chat, that the playground has a form for. */
export type Work = 'picture' | 'speech' | 'transcription' | 'video';

type Price = OutputOf<typeof modelCalls.available>[string]['price'];

const videoNames =
  /sora|veo-?\d|video|kling|hailuo|minimax-h\d|vidu|seedance|pixverse|runway|ray-?[\dv]|luma|pika|-[irt]2v|\bwan[\dx.-]+.*v(ideo)?\b/i;

/** Checked in this order: the names of videos and of sound often contain a word of the later ones. */
const names: readonly (readonly [Work, RegExp])[] = [
  ['video', videoNames],
  ['transcription', /whisper|transcri|\basr\b|paraformer|sense-?voice|scribe|speech-to-text/i],
  ['speech', /tts|speech|orpheus|cosyvoice|eleven_|\bvoice/i],
  [
    'picture',
    /dall-e|image|imagen|banana|flux|^sd3|stable-diffusion|recraft|seedream|kolors|ideogram|cogview|midjourney/i,
  ],
];

const workOfKind: Partial<Record<ModelFacts['kind'], Work>> = {
  image: 'picture',
  speech: 'speech',
  transcription: 'transcription',
  video: 'video',
};

/**
 * Work that a model does: by the built-in list, else by the units of its price, else by its name. The relay's list of
 * models does not state it.
 * @returns undefined for chat and all other work
 */
export function workOf(
  name: string,
  { facts, price }: { facts: ModelFacts | undefined; price: Pick<Price, 'units'> | undefined },
): Work | undefined {
  if (facts?.abilities?.includes('image_output') && facts.kind === 'chat') return 'picture';
  if (facts !== undefined) return workOfKind[facts.kind];
  const byName = names.find(([, pattern]) => pattern.test(name))?.[0];
  if (byName !== undefined) return byName;
  if (price?.units?.some(({ kind }) => kind === 'image')) return 'picture';
  return price?.units?.some(({ kind }) => kind === 'character') ? 'speech' : undefined;
}

/** Names that are plainly not for chat. Those of Gemini that make pictures are for chat too. */
const otherWork = /embed|whisper|tts|dall-e|moderation|rerank|^(?!.*gemini).*image|realtime|transcribe/i;

export const isForChat = (name: string): boolean => !otherWork.test(name) && !videoNames.test(name);
