import type { Citation } from '../neutral/conversation.ts';
import { type Json, objectOf, placeOf, textOf } from '../neutral/json-values.ts';

/**
 * Where a text so far is as many bytes as characters: only then Google's places, which are counted in bytes, are
 * places in the text without keeping it.
 */
export class PlainText {
  isPlain = true;

  add(text: string): void {
    this.isPlain &&= Buffer.byteLength(text) === text.length;
  }
}

/**
 * Citations of an answer: each support with each of its sources, or the sources alone.
 * Source: Gemini API reference, "GroundingMetadata".
 */
export function readGrounding(metadata: Json, { isPlain }: PlainText): Citation[] {
  const chunks = listOf(metadata.groundingChunks).map((chunk) => {
    const source = objectOf(chunk?.web) ?? objectOf(chunk?.retrievedContext) ?? objectOf(chunk?.maps) ?? {};
    return { url: textOf(source.uri), title: textOf(source.title) };
  });
  const cited = listOf(metadata.groundingSupports).flatMap((support): Citation[] => {
    const segment = objectOf(support?.segment) ?? {};
    const places = Array.isArray(support?.groundingChunkIndices) ? support.groundingChunkIndices : [];
    const end = placeOf(segment.endIndex);
    // A place of 0 is left out.
    const start = end === null ? null : (placeOf(segment.startIndex) ?? 0);
    return places.flatMap((place: unknown): Citation[] => {
      const source = typeof place === 'number' ? chunks[place] : undefined;
      if (source === undefined || source.url === '') return [];
      const where = isPlain ? { start, end } : { start: null, end: null };
      return [{ ...source, text: textOf(segment.text), ...where }];
    });
  });
  if (cited.length > 0) return cited;
  return chunks
    .filter(({ url }) => url !== '')
    .map((source) => ({ ...source, text: '', start: null, end: null }));
}

/** Long quotations of a model. Source: Gemini API reference, "CitationMetadata". */
export function readQuotes(metadata: Json): Citation[] {
  return listOf(metadata.citationSources ?? metadata.citations).flatMap((one): Citation[] => {
    const url = textOf(one?.uri);
    return url === '' ? [] : [{ url, title: textOf(one?.title), text: '', start: null, end: null }];
  });
}

/** Citations in Google's form. */
export function writeGrounding(citations: readonly Citation[], { isPlain }: PlainText): object {
  const titles = new Map(citations.map(({ url, title }) => [url, title]));
  const places = new Map([...titles.keys()].map((url, place) => [url, place]));
  const supports = citations.flatMap(({ url, text, start, end }) => {
    const place = isPlain && start !== null && end !== null ? { startIndex: start, endIndex: end } : {};
    if (text === '' && !('endIndex' in place)) return [];
    const segment = { ...place, ...(text !== '' && { text }) };
    return [{ segment, groundingChunkIndices: [places.get(url)] }];
  });
  return {
    groundingChunks: [...titles].map(([uri, title]) => ({ web: { uri, title } })),
    ...(supports.length > 0 && { groundingSupports: supports }),
  };
}

const listOf = (value: unknown): (Json | null)[] => (Array.isArray(value) ? value.map(objectOf) : []);
