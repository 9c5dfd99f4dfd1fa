import type { KeptObject, NamedItem } from '../kept-object.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';

/** The vendor keeps it for about an hour. Source: OpenAI API reference, "The chat completion object", `audio.expires_at`. */
const SOUND_DAYS = 1;
/** Of one answer; further ones are not written down. */
const MAX_SOUNDS = 16;
const SOUND_ID = /"audio"\s*:\s*\{[^{}]*?"id"\s*:\s*"([\w.-]{1,200})"/g;

/** Sound of earlier answers that the messages of a request name by its id. */
export function namedSounds(messages: unknown): NamedItem[] {
  return listOf(messages).flatMap((message, place) => {
    const id = textOf(objectOf(objectOf(message)?.audio)?.id);
    return id === '' ? [] : [{ place, id, answer: null, isBare: true }];
  });
}

/** What a vendor keeps of an answer with sound, or of its beginning: the id stands before the sound. */
export function keptSounds(text: string): KeptObject[] {
  const ids = new Set([...text.matchAll(SOUND_ID)].map(([, id]) => id ?? ''));
  return [...ids].slice(0, MAX_SOUNDS).map((name) => ({ name, tokens: 0, keptDays: SOUND_DAYS }));
}
