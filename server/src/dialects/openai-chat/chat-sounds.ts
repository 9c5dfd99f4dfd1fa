import type { KeptObject, NamedItem } from '../kept-object.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { invalid } from '../neutral/members.ts';

/** The vendor keeps it for about an hour. Source: OpenAI API reference, "The chat completion object", `audio.expires_at`. */
const SOUND_DAYS = 1;
/** Stored sounds per answer; further ones are not stored. */
export const MAX_SOUNDS = 16;
const SOUND_ID = /"audio"\s*:\s*\{[^{}]*?"id"\s*:\s*"([\w.-]{1,200})"/g;

/** Sound of earlier answers that the messages of a request name by its id. */
export function namedSounds(messages: unknown): NamedItem[] {
  return listOf(messages).flatMap((message, place) => {
    const audio = objectOf(message)?.audio ?? null;
    const id = objectOf(audio)?.id ?? null;
    // A lenient server could find an id there that nobody looked at.
    if (audio !== null && objectOf(audio) === null)
      throw invalid(`messages.${place}.audio`, 'invalid_object');
    if (id !== null && typeof id !== 'string') throw invalid(`messages.${place}.audio.id`, 'invalid_string');
    return textOf(id) === '' ? [] : [{ place, id: textOf(id), answer: null, isSpare: false }];
  });
}

/** Sounds that a vendor keeps, from an answer or its beginning: the id stands before the sound. */
export function keptSounds(text: string): KeptObject[] {
  const ids = new Set([...text.matchAll(SOUND_ID)].map(([, id]) => id ?? ''));
  return [...ids].slice(0, MAX_SOUNDS).map((name) => ({ name, tokens: 0, keptDays: SOUND_DAYS }));
}
