import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { isRawBase64 } from '../json/raw-base64.ts';
import type { TextToCount, TokenCount } from './token-counter.ts';

// Counting is slow for long texts and its tables are large: it has a thread of its own, which ends when idle.

/** Text counted before the clock is looked at. */
const CHUNK_CHARACTERS = 16 * 1024;
/** A run without a break is cut: the time that it takes grows with its square. */
const MAX_RUN_CHARACTERS = 256;

interface Asked {
  id: number;
  source: TextToCount;
  limitMs: number;
  bounds: boolean;
}

type Tokenizer = (text: string) => number;

const tokenizer: Tokenizer = (text) => countTokens(text, { allowedSpecial: 'all' });
/**
 * Tokenizer of OpenAI's models before GPT-4o, which needs up to three times as many tokens for other
 * languages than English. It is loaded at the first request for a bound.
 */
let olderTokenizer: Tokenizer | null = null;

async function loadOlderTokenizer(): Promise<Tokenizer> {
  const older = await import('gpt-tokenizer/encoding/cl100k_base');
  return (text) => older.countTokens(text, { allowedSpecial: 'all' });
}

parentPort?.on('message', async ({ id, source, limitMs, bounds }: Asked) => {
  if (bounds) olderTokenizer ??= await loadOlderTokenizer();
  const older = bounds ? olderTokenizer : null;
  parentPort?.postMessage({ id, count: count(source, { untilMs: performance.now() + limitMs, older }) });
});

/** Vendors' tokenizers differ by about so much in the words of common languages. */
const SPREAD = 1.5;
/** The tokenizer takes three digits for a token; others take each for one. */
const A_DIGIT = 0.5;
/** Letters beyond ASCII are shorter tokens elsewhere. */
const A_LETTER = 0.5;

interface CountTerms {
  untilMs: number;
  /** Null where no bound is asked for. */
  older: Tokenizer | null;
}

/** Adds up what is counted, until there is no time left. */
class Count implements TokenCount {
  tokens = 0;
  most = 0;
  textBytes = 0;
  structureBytes = 0;
  readonly #untilMs: number;
  readonly #older: Tokenizer | null;

  constructor({ untilMs, older }: CountTerms) {
    this.#untilMs = untilMs;
    this.#older = older;
  }

  /**
   * @param isInput false where only some vendors read it
   * @throws where it takes too long
   */
  addText(text: string, { isInput = true } = {}): void {
    const bytes = Buffer.byteLength(text);
    const tokens = this.#countText(text, tokenizer);
    if (isInput) this.tokens += tokens;
    this.textBytes += bytes;
    this.most += this.#mostTokens(text, { tokens, bytes });
  }

  /** @throws where it takes too long */
  addName(name: string): void {
    const bytes = Buffer.byteLength(name);
    this.structureBytes += bytes;
    if (this.#older !== null)
      this.most += this.#mostTokens(name, { tokens: this.#countText(name, tokenizer), bytes });
  }

  /** Any digit may be a token. */
  addNumbers(bytes: number): void {
    this.structureBytes += bytes;
    this.most += bytes;
  }

  /** A number that stands for a token. */
  addToken(): void {
    this.tokens += 1;
    this.most += 1;
  }

  #mostTokens(text: string, { tokens, bytes }: { tokens: number; bytes: number }): number {
    if (this.#older === null) return tokens;
    return mostTokens(text, { tokens: Math.max(tokens, this.#countText(text, this.#older)), bytes });
  }

  #countText(text: string, countTokensOf: Tokenizer): number {
    let sum = 0;
    for (let start = 0; start < text.length; ) {
      if (performance.now() > this.#untilMs) throw new Error('it takes too long');
      const end = endOfChunk(text, start);
      sum += countTokensOf(text.slice(start, end));
      start = end;
    }
    return sum;
  }
}

/** No tokenizer takes more than a token for a byte; older ones do take each byte of the rarer scripts for one. */
function mostTokens(text: string, { tokens, bytes }: { tokens: number; bytes: number }): number {
  let beyond = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) beyond += A_DIGIT;
    else if (code >= 0x80) beyond += isRareScript(code) ? bytesOfUnit(code) : A_LETTER;
  }
  return Math.min(bytes, Math.ceil(tokens * SPREAD + beyond));
}

/** UTF-8 bytes of one UTF-16 unit; half of a surrogate pair has two of the pair's four. */
const bytesOfUnit = (code: number): number => (code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3);

/** Armenian, Syriac to Khmer and Georgian, and halves of pairs: emoji and old scripts. */
const isRareScript = (code: number): boolean =>
  (code >= 0x530 && code < 0x590) || (code >= 0x700 && code < 0x1e00) || (code & 0xf800) === 0xd800;

/** @returns null where it takes too long or cannot be read */
function count(source: TextToCount, terms: CountTerms): TokenCount | null {
  const counted = new Count(terms);
  try {
    if ('text' in source) counted.addText(source.text);
    else if ('escaped' in source) counted.addText(JSON.parse(`"${source.escaped}"`) as string);
    else countMembers(source, counted);
  } catch {
    return null;
  }
  const { tokens, most, textBytes, structureBytes } = counted;
  return { tokens, most, textBytes, structureBytes };
}

function countMembers(
  { json, members, numbersAreTokens, without = [] }: Extract<TextToCount, { json: Uint8Array }>,
  counted: Count,
): void {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length);
  const left: { value: unknown; isInput: boolean }[] = Object.entries(
    JSON.parse(bytes.toString('utf8')) as object,
  ).map(([name, value]) => ({ value, isInput: members.includes(name) }));
  if (!numbersAreTokens) counted.addNumbers(numberBytes(bytes));
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value, isInput } = one;
    if (typeof value === 'string') {
      if (!value.startsWith('data:') && !isRawBase64(value)) counted.addText(value, { isInput });
    } else if (typeof value === 'number') {
      if (numbersAreTokens && isInput) counted.addToken();
    } else if (Array.isArray(value)) for (const inner of value) left.push({ value: inner, isInput });
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        counted.addName(name);
        left.push({ value: inner, isInput: isInput && !without.includes(name) });
      }
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes of JSON's numbers, as they are written: a parsed one may be shorter. */
function numberBytes(json: Buffer): number {
  let sum = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    // Digits, signs and points; the letter of an exponent stands among them.
    else if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b) sum += 1;
  }
  return sum;
}

/** Where a chunk ends: in a run that is too long, else at the chunk's last space. */
function endOfChunk(text: string, start: number): number {
  const limit = Math.min(text.length, start + CHUNK_CHARACTERS);
  let runStart = start;
  let lastSpace = start;
  let wasSpace = false;
  for (let i = start; i < limit; i += 1) {
    const code = text.charCodeAt(i);
    const isSpace = code === 0x20 || (code >= 0x09 && code <= 0x0d);
    if (isSpace !== wasSpace) {
      wasSpace = isSpace;
      runStart = i;
      if (isSpace) lastSpace = i;
    }
    if (i - runStart >= MAX_RUN_CHARACTERS) return beforeHalfCharacter(text, i);
  }
  if (limit === text.length) return limit;
  return lastSpace > start ? lastSpace : beforeHalfCharacter(text, limit);
}

/** Characters beyond the first 65 536 are two units, which stay together. */
const beforeHalfCharacter = (text: string, cut: number): number =>
  (text.charCodeAt(cut - 1) & 0xfc00) === 0xd800 ? cut - 1 : cut;
