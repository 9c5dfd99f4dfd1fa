/** What vendors send is read member by member: a value of another kind than expected counts as absent. */
export type Json = Record<string, unknown>;

export const objectOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A place in a list or a text. */
export const placeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;

/** @returns null where the text is no JSON object */
export function parseObject(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}
