import { endOfString } from '../../platform/json/json-structure.ts';

/** Sources of a text: their own texts were written by nobody who is paid for it. */
const sources: ReadonlySet<string> = new Set(['search_results', 'annotations', 'citations']);
/** In a chunk a delta stands so near to the message that repeats it. */
const MAX_DISTANCE = 1024;

/**
 * Place behind a member's value whose texts are no further part of the answer; the value's own place where they are.
 * @param at place of the value, which is no text
 */
export function endOfAside(text: string, name: string, at: number): number {
  if (sources.has(name)) return text[at] === '[' ? endOfValue(text, at) : at;
  if (name !== 'message' || text[at] !== '{') return at;
  const end = endOfValue(text, at);
  return hasDelta(text, { at, end }) ? end : at;
}

/** Perplexity says all so far in a message next to each delta. */
function hasDelta(text: string, { at, end }: { at: number; end: number }): boolean {
  const before = text.slice(Math.max(0, at - MAX_DISTANCE), at);
  if (before.slice(before.lastIndexOf('\n') + 1).includes('"delta"')) return true;
  return (text.slice(end, end + MAX_DISTANCE).split('\n', 1)[0] as string).includes('"delta"');
}

const BRACKET = /["{}[\]]/g;

/** Place behind an object or a list. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  BRACKET.lastIndex = at;
  for (let found = BRACKET.exec(text); found !== null; found = BRACKET.exec(text)) {
    const bracket = found[0];
    if (bracket === '"') BRACKET.lastIndex = endOfString(text, BRACKET.lastIndex) + 1;
    else if (bracket === '{' || bracket === '[') depth += 1;
    else {
      depth -= 1;
      if (depth === 0) return BRACKET.lastIndex;
    }
  }
  return text.length;
}
