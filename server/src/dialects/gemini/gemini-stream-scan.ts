import { outputTokensOf, type Usage } from '../../billing/usage.ts';
import { parseExact } from '../../platform/json/exact-json.ts';
import { endOfString } from '../../platform/json/json-structure.ts';
import { type SseEvent, splitEvents } from '../../platform/net/sse-frames.ts';
import type { StreamOptions } from '../dialect.ts';
import { objectOf } from '../neutral/json-values.ts';
import { cleanWords } from '../neutral/vendor-words.ts';
import type { EventFate, StreamScan } from '../passed-stream.ts';
import { StreamFindings } from '../stream-path.ts';
import {
  candidatesOf,
  type GeminiAnswer,
  isBlocked,
  isWithheld,
  mediaOf,
  partsOf,
  partsOfCandidate,
  textsOf,
} from './gemini-answer.ts';
import { readGeminiUsage, writeGeminiUsage } from './gemini-usage.ts';
import { GroundedSearches } from './grounded-searches.ts';

/** See `Dialect.vendorWords`. */
export const GEMINI_WORDS = ['promptFeedback'] as const;

/**
 * Events of `streamGenerateContent`, each an answer of its own shape. None says that it is the last: that is the one in
 * which the last candidate has a finish reason, or whose prompt is blocked, and what follows it.
 * Source: Gemini API reference, "GenerateContentResponse"; recordings in `server/test/recordings/gemini`.
 */
export class GeminiScan implements StreamScan {
  readonly findings = new StreamFindings();
  readonly #answerCount: number;
  readonly #framing: StreamOptions['framing'];
  readonly #finished = new Set<unknown>();
  readonly #searches = new GroundedSearches();
  /** Events that were measured and not read yet. */
  #measured: MeasuredEvent[] = [];

  readonly #clean: (text: string) => string;

  constructor({ answerCount, framing, withoutSecrets = (text) => text }: StreamOptions) {
    this.#clean = withoutSecrets;
    this.#answerCount = answerCount;
    this.#framing = framing;
  }

  begins({ data }: SseEvent): boolean {
    const answer = parseEvent(data);
    if (answer === null || isObject(answer.error)) return false;
    if (isBlocked(answer)) return true;
    return candidatesOf(answer).some(
      (candidate) => Boolean(candidate.finishReason) || partsOfCandidate(candidate).some(saysSomething),
    );
  }

  // Every event has its usage, so each is taken apart; they are few.
  skim(_text: string, bytes: Buffer): boolean {
    this.#measured = splitEvents(bytes).map(({ data }) => this.#measure(parseEvent(data)));
    return false;
  }

  textBytesOf(): number {
    return this.#measured[0]?.textBytes ?? 0;
  }

  read({ bytes, data }: SseEvent, textBytesSoFar: number): EventFate {
    const { findings } = this;
    const answer = this.#measured.shift()?.answer ?? null;
    // The end of a chat, which some vendors add.
    if (data.trim() === '[DONE]') return 'drop';
    if (data === '') return this.#readUnframed(bytes);
    if (answer === null) return this.#framing === 'sse' ? 'pass' : 'drop';
    if (isObject(answer.error)) return this.#fail(JSON.stringify(answer.error));
    const { audioBytes, imageCount } = mediaOf(partsOf(answer));
    findings.audioBytes += audioBytes;
    findings.imageCount += imageCount;
    this.#searches.note(answer);
    findings.units = this.#searches.units;
    const usage = readGeminiUsage(answer.usageMetadata, this.#searches.units);
    if (usage !== null) {
      findings.usage = usage;
      // Numbers without output do not know the text that they came with.
      if (outputTokensOf(usage) > 0) findings.reportedBytes = textBytesSoFar;
    }
    if (!findings.isComplete)
      for (const { index, finishReason } of candidatesOf(answer))
        if (finishReason) this.#finished.add(index ?? 0);
    if (this.#finished.size >= this.#answerCount || isBlocked(answer)) findings.isComplete = true;
    if (isWithheld(answer)) findings.isFiltered = true;
    if (!findings.isComplete) return 'pass';
    return (isBlocked(answer) && this.#withCleanWords(data)) || 'keep';
  }

  end(kept: Buffer | null): Buffer {
    return kept ?? NOTHING;
  }

  /** @returns null where nothing is to be changed */
  #withCleanWords(data: string): { kept: Buffer } | null {
    const answer = objectOf(parseExact(data));
    if (answer === null || !cleanWords(answer, GEMINI_WORDS, this.#clean)) return null;
    return { kept: Buffer.from(`data: ${JSON.stringify(answer)}\n\n`) };
  }

  endEarly(charged: Usage | null): string {
    const open = Array.from({ length: this.#answerCount }, (_, index) => index);
    const candidates = open
      .filter((index) => !this.#finished.has(index))
      .map((index) => ({
        content: { role: 'model', parts: [{ text: '' }] },
        finishReason: 'MAX_TOKENS',
        index,
      }));
    const usageMetadata = charged === null ? undefined : writeGeminiUsage(charged);
    return `data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`;
  }

  /** A comment; or an error as Google writes it where it does not stream. */
  #readUnframed(bytes: Buffer): EventFate {
    const text = bytes.toString('utf8').trim();
    return /^[[{]/.test(text) ? this.#fail(text) : 'pass';
  }

  #fail(text: string): EventFate {
    this.findings.failure = text.slice(0, MAX_FAILURE_LENGTH);
    this.findings.isEnded = true;
    return 'drop';
  }

  #measure(answer: GeminiAnswer | null): MeasuredEvent {
    let textBytes = 0;
    const texts = answer === null ? [] : partsOf(answer).flatMap(textsOf);
    for (const text of texts) {
      textBytes += Buffer.byteLength(text);
      this.findings.addText(text);
    }
    return { answer, textBytes };
  }
}

interface MeasuredEvent {
  /** Null where an event is none. */
  answer: GeminiAnswer | null;
  textBytes: number;
}

const NOTHING = Buffer.alloc(0);
const MAX_FAILURE_LENGTH = 2_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a part is more than the empty text that models begin and end with. */
const saysSomething = (part: object): boolean =>
  Object.entries(part).some(
    ([name, value]) => name !== 'thought' && value !== '' && value !== null && value !== undefined,
  );

/** Longer events hold pictures or sound, whose letters nobody has to look at. */
const LONG_EVENT = 64 * 1024;
const LONG_VALUE = 1024;
const FILE_MEMBER = /"(data|thoughtSignature)"[ \t]*:[ \t]*"/g;
/** Within so many letters before its data a part says that it is a file. */
const FILE_HEAD = 300;

/** @returns null where it is no object of JSON */
function parseEvent(data: string): GeminiAnswer | null {
  const text = data.trim();
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text.length > LONG_EVENT ? withoutFiles(text) : text) as GeminiAnswer;
  } catch {
    return null;
  }
}

/** The same event with the lengths of its files in place of their letters. */
function withoutFiles(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  FILE_MEMBER.lastIndex = 0;
  for (let found = FILE_MEMBER.exec(text); found !== null; found = FILE_MEMBER.exec(text)) {
    const start = FILE_MEMBER.lastIndex;
    const end = endOfString(text, start);
    FILE_MEMBER.lastIndex = end + 1;
    const isFile =
      found[1] !== 'data' ||
      text.slice(Math.max(from, found.index - FILE_HEAD), found.index).includes('"inlineData"');
    if (!isFile || end - start < LONG_VALUE) continue;
    pieces.push(text.slice(from, start - 1), String(end - start));
    from = end + 1;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}
