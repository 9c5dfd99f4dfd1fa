/** A text with places in it: what stands between them, and the names of the places. */
export interface TextTemplate<Place extends string> {
  /** One more than there are places. */
  texts: readonly string[];
  places: readonly Place[];
}

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Reads `{{name}}` in a text; what is no place of these stays as it is.
 * @param fixed places that are known already
 * @returns the text itself where nothing is left to fill
 */
export function readTemplate<Place extends string>(
  text: string,
  places: ReadonlySet<Place>,
  fixed: Readonly<Record<string, string>> = {},
): string | TextTemplate<Place> {
  const texts: string[] = [];
  const found: Place[] = [];
  let before = '';
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    const name = String(match[1]);
    const isPlace = places.has(name as Place);
    if (!isPlace && !Object.hasOwn(fixed, name)) continue;
    before += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (Object.hasOwn(fixed, name)) {
      before += fixed[name];
      continue;
    }
    texts.push(before);
    found.push(name as Place);
    before = '';
  }
  texts.push(before + text.slice(from));
  return found.length === 0 ? texts.join('') : { texts, places: found };
}

export function fillTemplate<Place extends string>(
  { texts, places }: TextTemplate<Place>,
  fillWith: (place: Place) => string,
): string {
  let text = texts[0] ?? '';
  for (const [i, place] of places.entries()) text += fillWith(place) + texts[i + 1];
  return text;
}
