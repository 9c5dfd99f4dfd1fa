import type { Json } from './json-values.ts';

/**
 * Cleans members in which a vendor says in its own words why an answer ended, where they are.
 * @param clean takes what is the channel's own out of a vendor's text
 * @returns whether anything was changed
 */
export function cleanWords(holder: Json, names: readonly string[], clean: (text: string) => string): boolean {
  let isChanged = false;
  for (const name of names) {
    const value = holder[name];
    if (typeof value === 'string') {
      holder[name] = clean(value);
      isChanged ||= holder[name] !== value;
    } else if (typeof value === 'object' && value !== null) {
      const inner = value as Json;
      isChanged = cleanWords(inner, Object.keys(inner), clean) || isChanged;
    }
  }
  return isChanged;
}
