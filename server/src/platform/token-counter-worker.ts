import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { isRawBase64 } from './raw-base64.ts';
import type { TextToCount } from './token-counter.ts';

// Counting is slow for long texts and its tables are large: it has a thread of its own, which ends when idle.

/** Text counted before the clock is looked at. */
const CHUNK_CHARACTERS = 16 * 1024;
/** A run without a break is cut: the time that it takes grows with its square. */
const MAX_RUN_CHARACTERS = 256;

parentPort?.on('message', ({ id, source, limitMs }: { id: number; source: TextToCount; limitMs: number }) => {
  parentPort?.postMessage({ id, count: count(source, performance.now() + limitMs) });
});

/** @returns null where it takes too long or cannot be read */
function count(source: TextToCount, untilMs: number): number | null {
  try {
    if ('text' in source) return countText(source.text, untilMs);
    if ('escaped' in source) return countText(JSON.parse(`"${source.escaped}"`) as string, untilMs);
    return countMembers(source, untilMs);
  } catch {
    return null;
  }
}

function countMembers(
  { json, members, numbersAreTokens, without = [] }: Extract<TextToCount, { json: Uint8Array }>,
  untilMs: number,
): number | null {
  const parsed = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8'));
  let sum = 0;
  const left: unknown[] = members.map((name) => parsed[name]);
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (one.startsWith('data:') || isRawBase64(one)) continue;
      const tokens = countText(one, untilMs);
      if (tokens === null) return null;
      sum += tokens;
    } else if (typeof one === 'number' && numbersAreTokens) sum += 1;
    else if (Array.isArray(one)) for (const inner of one) left.push(inner);
    else if (typeof one === 'object' && one !== null)
      for (const [name, inner] of Object.entries(one)) if (!without.includes(name)) left.push(inner);
  }
  return sum;
}

function countText(text: string, untilMs: number): number | null {
  let sum = 0;
  for (let start = 0; start < text.length; ) {
    if (performance.now() > untilMs) return null;
    const end = endOfChunk(text, start);
    sum += countTokens(text.slice(start, end), { allowedSpecial: 'all' });
    start = end;
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
