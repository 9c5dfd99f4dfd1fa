import { foldedReading, foldedText, type Reading, readingsOf } from './text-readings.ts';

/** Replacement for a secret. */
export const REMOVED = '[removed]';
/** So many letters and digits of a value, one after the other, do not stand there by chance. */
const WINDOW = 12;
/** Shorter values would take innocent words with them. */
const MIN_LENGTH = 6;
/** A text that ends within a value shows at least so much of it. */
const MIN_CUT = 8;

type Mark = [start: number, end: number];

/** Search terms: letters and digits of values, and parts of them by their length. */
interface Wanted {
  forms: readonly string[];
  windows: ReadonlyMap<number, ReadonlySet<string>>;
}

/**
 * Removes values from a text, even if they are written in another form: in any case, with separators inside,
 * escaped, percent-encoded, in base64 or hexadecimal. A long part of a value is removed too.
 * @param text a short one: it is read in up to 14 ways
 * @param maxWindow number of letters and digits that count as such a part
 */
export function removeValues(
  text: string,
  values: readonly string[],
  { maxWindow = WINDOW }: { maxWindow?: number } = {},
): string {
  const known = values.filter((value) => value.length >= MIN_LENGTH);
  if (known.length === 0) return text;
  const forms = [...new Set(known.flatMap(formsOf))].filter(isTelling);
  const wanted = { forms, windows: windowsOf(forms, maxWindow) };
  const marks = known.flatMap((value) => placesOf(text, value));
  for (const reading of readingsOf(text)) marks.push(...marksIn(reading, text, wanted));
  return replaceMarks(text, marks);
}

/** Letters and digits of a value; where it is more than ASCII, also those of its bytes, as decoding gives them. */
const formsOf = (value: string): string[] => [value, Buffer.from(value).toString('latin1')].map(foldedText);

/** A few digits may be any number. */
const isTelling = (form: string): boolean =>
  form.length >= WINDOW || (form.length >= MIN_LENGTH && /\D/.test(form));

function windowsOf(forms: readonly string[], maxWindow: number): Map<number, Set<string>> {
  const windows = new Map<number, Set<string>>();
  for (const form of forms) {
    const length = Math.min(form.length, maxWindow);
    const known = windows.get(length) ?? new Set();
    for (let i = 0; i + length <= form.length; i++) known.add(form.slice(i, i + length));
    windows.set(length, known);
  }
  return windows;
}

function placesOf(text: string, value: string): Mark[] {
  const marks: Mark[] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
    marks.push([at, at + value.length]);
  return marks;
}

function marksIn(reading: Reading, text: string, { forms, windows }: Wanted): Mark[] {
  const folded = foldedReading(reading);
  const { characters, starts, ends, isDecoded } = folded;
  const marks: Mark[] = [];
  const mark = (from: number, to: number): void => {
    const found: Mark = [Number(starts[from]), Number(ends[to - 1])];
    const isInLast = found[1] <= (marks.at(-1)?.[1] ?? -1);
    if (!isInLast) marks.push(isDecoded ? wholeRun(text, found) : found);
  };
  for (const [length, known] of windows) {
    for (let to = length; to <= characters.length; to++) {
      const from = to - length;
      if (!known.has(characters.slice(from, to))) continue;
      if (length >= WINDOW || isDecoded || isWord(folded, from, to)) mark(from, to);
    }
  }
  for (const form of forms) {
    const cut = lengthOfCut(characters, form);
    if (cut > 0) mark(characters.length - cut, characters.length);
  }
  return marks;
}

/** Whether no other letter stands directly before or behind: a short value may be a part of a word. */
const isWord = ({ starts, ends }: Reading, from: number, to: number): boolean =>
  (from === 0 || starts[from] !== ends[from - 1]) && (to === ends.length || starts[to] !== ends[to - 1]);

/** How much of a value a text ends with; longer beginnings are windows. */
function lengthOfCut(characters: string, form: string): number {
  for (let length = Math.min(WINDOW, form.length) - 1; length >= MIN_CUT; length--)
    if (characters.endsWith(form.slice(0, length))) return length;
  return 0;
}

/** An encoded run may begin before the value and end after it. */
function wholeRun(text: string, [start, end]: Mark): Mark {
  const isEncoded = (at: number): boolean => /[\w+/=%\\-]/.test(text.charAt(at));
  let [from, to] = [start, end];
  while (isEncoded(from - 1)) from--;
  while (isEncoded(to)) to++;
  return [from, to];
}

function replaceMarks(text: string, marks: Mark[]): string {
  let clean = '';
  let from = -1;
  for (const [start, end] of marks.sort((a, b) => a[0] - b[0])) {
    if (start > from) clean += text.slice(Math.max(from, 0), start) + REMOVED;
    from = Math.max(from, end);
  }
  return clean + text.slice(Math.max(from, 0));
}
