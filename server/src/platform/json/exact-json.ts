import { randomBytes } from 'node:crypto';
import { endOfString } from './json-structure.ts';

declare global {
  // TypeScript has no types for it. Source: MDN, "JSON.rawJSON()".
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** A number as it was written; `JSON.stringify` writes it so again. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** Most texts hold nothing like it. */
const MAY_BE_LONG = /\d{16}|\d[eE]\+?\d\d/;
/** A number that may be an integer beyond 2^53, or beyond all numbers. It may also stand inside a text. */
const LONG_NUMBER =
  /(?<=[[,:\s])-?(?:\d{16,}(?:\.\d+)?(?:[eE]\+?\d+)?|\d+(?:\.\d+)?[eE]\+?\d{2,})(?=\s*[,\]}])/g;

/**
 * `JSON.parse` that keeps every digit: an integer that a number cannot hold, and what is larger than every number, is a
 * `RawNumber`. A reviver would do the same, but holds the main loop ten times as long.
 * @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text);
  const mark = `n${randomBytes(9).toString('base64url')}:`;
  const isInText = textsIn(text);
  const pieces: string[] = [];
  const numbers: RawNumber[] = [];
  let from = 0;
  for (const { index, 0: source } of text.matchAll(LONG_NUMBER)) {
    if (isHeld(Number(source)) || isInText(index)) continue;
    pieces.push(text.slice(from, index), `"${mark}${numbers.length}"`);
    numbers.push(JSON.rawJSON(source));
    from = index + source.length;
  }
  if (numbers.length === 0) return JSON.parse(text);
  pieces.push(text.slice(from));
  return withNumbers(JSON.parse(pieces.join('')), mark, numbers);
}

/** A number, also where it was kept as it was written; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return JSON.isRawJSON(value) ? Number(value.rawJSON) : null;
}

const isHeld = (value: number): boolean =>
  Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);

/** Puts the numbers where their tokens are. Not by recursion: what a stranger wrote may be nested without end. */
function withNumbers(root: unknown, mark: string, numbers: readonly RawNumber[]): unknown {
  const open: object[] = [];
  const visit = (holder: object, name: string | number, value: unknown): void => {
    if (typeof value === 'object' && value !== null) open.push(value);
    else if (typeof value === 'string' && value.startsWith(mark))
      (holder as Record<string | number, unknown>)[name] = numbers[Number(value.slice(mark.length))];
  };
  if (typeof root === 'object' && root !== null) open.push(root);
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (Array.isArray(holder))
      for (let index = 0; index < holder.length; index += 1) visit(holder, index, holder[index]);
    else for (const name in holder) visit(holder, name, (holder as Record<string, unknown>)[name]);
  }
  return root;
}

/** Returns a test whether a position is inside a string; positions must be passed in ascending order. */
function textsIn(json: string): (index: number) => boolean {
  let open = json.indexOf('"');
  let close = -1;
  return (index) => {
    while (open !== -1 && open < index) {
      if (close < open) close = endOfString(json, open + 1);
      if (close > index) return true;
      open = json.indexOf('"', close + 1);
    }
    return false;
  };
}
