import type { CountedUnit } from '@turnpike/contract';
import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { RequestFacts } from '../dialect.ts';
import { LIKELY_IMAGE_TOKENS } from '../media-input.ts';
import { heardTokens, membersOf, type RealtimeEvent } from './openai-realtime-events.ts';

/** What a response reads of its conversation. */
export interface RealtimeInput {
  /** As the usage of an earlier response tells them. */
  textTokens: number;
  /** Of texts that no usage has told yet. */
  textBytes: number;
  audioTokens: number;
  imageCount: number;
}

export const NO_INPUT: RealtimeInput = { textTokens: 0, textBytes: 0, audioTokens: 0, imageCount: 0 };

export const addInputs = (a: RealtimeInput, b: RealtimeInput): RealtimeInput => ({
  textTokens: a.textTokens + b.textTokens,
  textBytes: a.textBytes + b.textBytes,
  audioTokens: a.audioTokens + b.audioTokens,
  imageCount: a.imageCount + b.imageCount,
});

const SOUND_PARTS: ReadonlySet<unknown> = new Set(['input_audio', 'output_audio', 'audio']);

/**
 * What an event of the caller gives to read. All of it is text but the sound and the pictures that are parts of its items.
 * @param text the event as it came @param heardFormat of the sound that the session hears
 */
export function readInput(event: RealtimeEvent, text: Buffer, heardFormat: string): RealtimeInput {
  if (event.soundBytes > 0) return { ...NO_INPUT, audioTokens: heardTokens(event.soundBytes, heardFormat) };
  if (!('item' in event) && !('response' in event)) return NO_INPUT;
  let [imageCount, imageBytes, soundBytes] = [0, 0, 0];
  for (const item of [event.item, ...listIn(membersOf(event.response).input)]) {
    for (const part of listIn(membersOf(item).content)) {
      const { type, audio, image_url } = membersOf(part);
      if (SOUND_PARTS.has(type)) soundBytes += lengthOf(audio);
      if (type !== 'input_image') continue;
      imageCount += 1;
      imageBytes += lengthOf(image_url);
    }
  }
  const textBytes = Math.max(0, text.length - imageBytes - soundBytes);
  return { textTokens: 0, textBytes, audioTokens: heardTokens(soundBytes, heardFormat), imageCount };
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/** Members of a session that each of its responses reads. */
const SESSION_TEXTS = ['instructions', 'tools', 'prompt'] as const;

/** @returns bytes of the texts that an event of either side says the session to have, by their member */
export function readSessionTexts(event: RealtimeEvent): ReadonlyMap<string, number> {
  const session = membersOf(event.session);
  const texts = new Map<string, number>();
  for (const name of SESSION_TEXTS) {
    const value = session[name];
    if (value !== undefined) texts.set(name, value === null ? 0 : Buffer.byteLength(JSON.stringify(value)));
  }
  return texts;
}

/** Of a text, a little less than most tokenizers have. */
const FEW_BYTES_A_TOKEN = 3;
const LIKELY_BYTES_A_TOKEN = 4;

export const mostTokens = (textBytes: number): number => Math.ceil(textBytes / FEW_BYTES_A_TOKEN);

/** What is known of a response before it is made. */
export interface ExpectedTurn {
  model: string;
  input: RealtimeInput;
  /** Of the instructions and tools of the session. */
  sessionBytes: number;
  speaks: boolean;
  /** What is charged by the piece. */
  units?: readonly CountedUnit[];
}

export function factsOfTurn({ model, input, sessionBytes, speaks, units }: ExpectedTurn): RequestFacts {
  const { textTokens, audioTokens, imageCount } = input;
  const textBytes = input.textBytes + sessionBytes;
  return {
    model,
    stream: true,
    framing: 'sse',
    wantsUsage: false,
    maxOutputTokens: null,
    answerCount: 1,
    hasTools: false,
    canBeBounded: false,
    inputTokens: textTokens + mostTokens(textBytes),
    likelyInputTokens: textTokens + Math.ceil(textBytes / LIKELY_BYTES_A_TOKEN),
    leastInputTokens: 0,
    media: {
      ...{ imageCount, likelyImageTokens: imageCount * LIKELY_IMAGE_TOKENS, leastImageTokens: 0 },
      ...{ audioTokens, likelyAudioTokens: audioTokens, leastAudioTokens: 0, documentTokens: 0 },
    },
    asks: speaks ? { ...NOTHING_ASKED, audioOutput: true } : NOTHING_ASKED,
    ...(units !== undefined && { units }),
  };
}
