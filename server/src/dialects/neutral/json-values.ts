import { numberOf, parseExact } from '../../platform/json/exact-json.ts';

/** JSON of vendors is read member by member. A value of an unexpected kind counts as absent. */
export type Json = Record<string, unknown>;

export const objectOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
    ? (value as Json)
    : null;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A place in a list or a text. */
export function placeOf(value: unknown): number | null {
  const place = numberOf(value);
  return place !== null && Number.isInteger(place) && place >= 0 ? place : null;
}

/** Those members of an object that have one of the names. */
export const membersOf = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));

/** @returns null where the text is no JSON object */
export function parseObject(text: string): Json | null {
  try {
    return objectOf(parseExact(text));
  } catch {
    return null;
  }
}
