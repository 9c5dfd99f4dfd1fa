import { createHash } from 'node:crypto';
import type { ScannedMember } from '../../platform/json/json-findings.ts';
import { skipPlain } from '../../platform/json/skip-plain-text.ts';
import type { ReadCall } from '../call/call-context.ts';

/** Vendors cache from 1 024 tokens on. */
const MIN_PREFIX_BYTES = 4096;
/** Turns are looked for in this part of their list. */
const MAX_LIST_BYTES = 128 * 1024;
/** Parts of a text, and of a system prompt or tools, that are hashed. */
const MAX_TEXT_BYTES = 8 * 1024;
const MAX_MEMBER_BYTES = 16 * 1024;
const MAX_HASHED_BYTES = 64 * 1024;

/** Members that hold the turns of a conversation. */
const TURNS: ReadonlySet<string> = new Set(['messages', 'input', 'contents']);
const SYSTEM_ROLES: ReadonlySet<string> = new Set(['system', 'developer']);
/** Clients move this mark with each turn. */
const CACHE_MARK = Buffer.from('cache_control');
const MAX_WORD_BYTES = 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

type Prefixed = Pick<ReadCall, 'body' | 'scan' | 'dialect'>;

/** Bytes to be hashed; one for all calls, as they are hashed at once. */
const hashed = { bytes: Buffer.allocUnsafeSlow(MAX_HASHED_BYTES), length: 0 };

/**
 * Hashes the beginning of a conversation that stays the same in each of its calls: the system prompt, the tools and the
 * turns before the model's first one. Other members do not change the result. It takes 20 to 60 µs, and at most 150.
 * @returns null for a beginning that no vendor caches
 */
export function stablePrefix({ body, scan, dialect }: Prefixed): string | null {
  if (body.length < MIN_PREFIX_BYTES) return null;
  hashed.length = 0;
  let prefixBytes = 0;
  for (const name of dialect.inputTexts.members) {
    const member = scan.found.get(name);
    if (member === undefined) continue;
    const isList = member.opening === OPEN_ARRAY && TURNS.has(name);
    prefixBytes += isList ? addFirstTurns(listOf(body, member)) : addMember(body, member);
  }
  if (prefixBytes < MIN_PREFIX_BYTES) return null;
  const bytes = hashed.bytes.subarray(0, hashed.length);
  return createHash('sha1').update(bytes).digest('base64url');
}

const listOf = (body: Buffer, { start, end }: ScannedMember): Buffer =>
  body.subarray(start, Math.min(end, start + MAX_LIST_BYTES));

function addMember(body: Buffer, { start, end }: ScannedMember): number {
  add(body, { start, end, maxBytes: MAX_MEMBER_BYTES });
  return end - start;
}

interface Part {
  start: number;
  end: number;
  maxBytes: number;
}

/** A part that is too long is known by its beginning and its length. */
function add(source: Buffer, { start, end, maxBytes }: Part): void {
  hashed.length += source.copy(hashed.bytes, hashed.length, start, Math.min(end, start + maxBytes));
  if (end - start > maxBytes) hashed.length += hashed.bytes.write(String(end - start), hashed.length);
}

/** A turn that the list does not hold whole is left out, unless it is the first one of the user. @returns their bytes */
function addFirstTurns(list: Buffer): number {
  let end = 1;
  let hasUser = false;
  for (;;) {
    const start = list.indexOf(OPEN_OBJECT, end);
    if (start === -1) return end;
    const { length } = hashed;
    const turn = addTurn(list, start);
    const isCut = turn.end > list.length;
    if (hasUser && (isCut || turn.by === 'model')) {
      hashed.length = length;
      return end;
    }
    if (isCut) return list.length;
    hasUser ||= turn.by === 'user';
    end = turn.end;
  }
}

interface Turn {
  /** First byte after it; behind the list if the list ends before. */
  end: number;
  by: 'system' | 'user' | 'model';
}

/** Adds the texts of a turn: an object at `start`. */
function addTurn(list: Buffer, start: number): Turn {
  let depth = 0;
  let isValue = false;
  let name = '';
  let role = '';
  let hasType = false;
  for (let at = start; at < list.length; at += 1) {
    const byte = list[at] as number;
    if (byte === QUOTE) {
      const from = at + 1;
      at = endOfText(list, from);
      if (isCacheMark(list, from, at)) {
        at = list.indexOf(CLOSE_OBJECT, at);
        if (at === -1) break;
        continue;
      }
      add(list, { start: from, end: at, maxBytes: MAX_TEXT_BYTES });
      if (depth !== 1 || at - from > MAX_WORD_BYTES) continue;
      const word = list.toString('latin1', from, at);
      if (!isValue) name = word;
      else if (name === 'role') role = word;
      else if (name === 'type') hasType = true;
    } else if (byte === COLON) isValue = true;
    else if (byte === COMMA) isValue = false;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      depth += 1;
      isValue = false;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth -= 1;
      if (depth === 0) return { end: at + 1, by: authorOf(role, hasType) };
    }
  }
  return { end: list.length + 1, by: authorOf(role, hasType) };
}

/** Gemini's turns may have no role, and items of OpenAI's Responses that have none are no turns of the user. */
function authorOf(role: string, hasType: boolean): Turn['by'] {
  if (SYSTEM_ROLES.has(role)) return 'system';
  return role === 'user' || (role === '' && !hasType) ? 'user' : 'model';
}

/** The quote that ends a text, or the end of the list. */
function endOfText(list: Buffer, from: number): number {
  let at = skipPlain(list, from);
  while (at < list.length && list[at] !== QUOTE) at = skipPlain(list, at + (list[at] === BACKSLASH ? 2 : 1));
  return Math.min(at, list.length);
}

/** A mark is a name whose value is an object without others in it. */
function isCacheMark(list: Buffer, from: number, to: number): boolean {
  if (to - from !== CACHE_MARK.length || list.compare(CACHE_MARK, 0, CACHE_MARK.length, from, to) !== 0)
    return false;
  return /^"\s{0,4}:\s{0,4}\{/.test(list.toString('latin1', to, to + 12));
}
