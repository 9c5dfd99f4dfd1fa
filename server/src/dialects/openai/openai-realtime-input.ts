import type { SessionTexts } from '../realtime/realtime-dialect.ts';
import { NO_INPUT, type RealtimeInput } from '../realtime/realtime-input.ts';
import { heardTokens, membersOf, type RealtimeEvent } from './openai-realtime-events.ts';

const SOUND_PARTS: ReadonlySet<unknown> = new Set(['input_audio', 'output_audio', 'audio']);

/**
 * Input of a caller's event: text, except for the sound and the pictures in its items.
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
export function readSessionTexts(event: RealtimeEvent): SessionTexts {
  const session = membersOf(event.session);
  const texts = new Map<string, number>();
  for (const name of SESSION_TEXTS) {
    const value = session[name];
    if (value !== undefined) texts.set(name, value === null ? 0 : Buffer.byteLength(JSON.stringify(value)));
  }
  return texts;
}
