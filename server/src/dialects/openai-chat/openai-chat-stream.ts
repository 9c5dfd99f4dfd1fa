import type { Usage } from '../../billing/usage.ts';
import { type SseEvent, SseSplitter, splitEvents } from '../../platform/sse-splitter.ts';
import type { StreamReader, StreamReaderOptions } from '../dialect.ts';
import { readOpenAiUsage } from '../openai/openai-usage.ts';
import { DONE, usageEvent } from './openai-chat-chunks.ts';

/** A picture inside an event is several megabytes long. */
const MAX_EVENT_BYTES = 16 * 2 ** 20;
/** A chunk that says which answer it belongs to is shorter. */
const MAX_HEAD_LENGTH = 4096;
const IMAGE_START = 'data:image';

/**
 * What matters in a chunk, found in one pass: a search for each of the names takes five times as long.
 * After the hit stands the first letter of the value.
 */
const MARK =
  /"(content|text|reasoning_content|reasoning|arguments|refusal|transcript|data|url|finish_reason|usage|error)" *: *|\[DONE\]/g;

/** Marks whose value is no text of an answer; an unnamed one is the end. */
const notTexts = new Set(['', 'data', 'url', 'finish_reason', 'usage', 'error']);

/**
 * Chunks of a chat completion. Bytes pass as they came; only a piece in which something happens (usage, an
 * error, the end) is taken apart. Source: OpenAI API reference, "The chat completion chunk object".
 */
export class OpenAiChatStreamReader implements StreamReader {
  usage: Usage | null = null;
  hasBegun = false;
  isComplete = false;
  isEnded = false;
  failure: string | null = null;
  textBytes = 0;
  audioBytes = 0;
  imageCount = 0;
  #reportedBytes = 0;
  /** Of the first chunk. */
  #firstData = '';
  readonly #splitter = new SseSplitter({ maxEventBytes: MAX_EVENT_BYTES });
  readonly #wantsUsage: boolean;
  readonly #answerCount: number;
  /** Choices that came to their end, where there are several. */
  readonly #finished = new Set<unknown>();
  readonly #onText: ((escaped: string) => void) | null;

  constructor({ wantsUsage, answerCount, onText }: StreamReaderOptions) {
    this.#wantsUsage = wantsUsage;
    this.#answerCount = answerCount;
    this.#onText = onText;
  }

  get unreportedBytes(): number {
    return this.textBytes - this.#reportedBytes;
  }

  get unfinishedBytes(): number {
    return this.#splitter.unfinishedBytes;
  }

  read(piece: Buffer): Buffer | null {
    const bytes = this.#splitter.push(piece);
    if (bytes === null) return null;
    if (!this.hasBegun) this.#begin(splitEvents(bytes));
    return this.#readEvents(bytes);
  }

  finish(): Buffer | null {
    const rest = this.#splitter.takeRest();
    if (rest === null || this.isEnded) return null;
    // The last blank line was left out; an unfinished event is not passed on.
    const [event] = splitEvents(rest);
    if (event === undefined || !isWhole(event.data)) return null;
    const passed = this.#readEvents(rest);
    return passed === null ? null : Buffer.concat([passed, Buffer.from('\n\n')]);
  }

  takeEnd(counted: Usage | null): Buffer {
    const isMissing = this.#wantsUsage && this.usage === null && counted !== null;
    return Buffer.from(isMissing ? usageEvent(parseChunk(this.#firstData) ?? {}, counted) + DONE : DONE);
  }

  #readEvents(bytes: Buffer): Buffer | null {
    // One letter a byte: places in the text are places in the bytes, and a short text is searched faster than a buffer.
    const text = bytes.toString('latin1');
    const textBytesBefore = this.textBytes;
    if (this.#isPlain(text, bytes)) return bytes;
    let textBytesSoFar = textBytesBefore;
    const passed: Buffer[] = [];
    for (const event of splitEvents(bytes)) {
      if (this.isEnded) break;
      textBytesSoFar += textBytesOf(event.bytes.toString('latin1'));
      if (this.#readEvent(event, textBytesSoFar)) passed.push(event.bytes);
    }
    return passed.length === 0 ? null : Buffer.concat(passed);
  }

  /**
   * @param textBytesSoFar of the stream up to the end of this event: more may have come with it
   * @returns whether the caller gets the event
   */
  #readEvent({ data }: SseEvent, textBytesSoFar: number): boolean {
    const text = data.trim();
    if (text === '[DONE]') {
      this.isEnded = true;
      this.isComplete = true;
      return false;
    }
    if (!text.startsWith('{')) return true;
    const chunk = parseChunk(text);
    if (chunk === null) return true;
    if (chunk.error !== undefined && chunk.error !== null) {
      this.failure = JSON.stringify(chunk.error).slice(0, 2000);
      this.isEnded = true;
      return false;
    }
    this.#noteFinished(chunk);
    if (chunk.usage === undefined || chunk.usage === null) return true;
    // Some upstreams send usage more than once; the last one is complete.
    const usage = readOpenAiUsage(chunk.usage);
    if (usage !== null) {
      this.usage = usage;
      this.#reportedBytes = textBytesSoFar;
    }
    const isUsageChunk = !Array.isArray(chunk.choices) || chunk.choices.length === 0;
    return this.#wantsUsage || !isUsageChunk;
  }

  #noteString(name: string, value: Buffer): void {
    if (name === 'data') this.audioBytes += value.length;
    else if (name === 'url') {
      // Sources of a text have an address too.
      if (value.toString('latin1', 0, IMAGE_START.length) === IMAGE_START) this.imageCount += 1;
    } else {
      this.textBytes += value.length;
      if (this.#onText !== null) this.#onText(value.toString('utf8'));
    }
  }

  #noteFinished({ choices }: Chunk): void {
    if (this.#answerCount === 1 || !Array.isArray(choices)) return;
    for (const choice of choices as ({ index?: unknown; finish_reason?: unknown } | null)[]) {
      if (typeof choice?.finish_reason === 'string') this.#finished.add(choice.index);
    }
    if (this.#finished.size >= this.#answerCount) this.isComplete = true;
  }

  #begin(events: SseEvent[]): void {
    this.hasBegun = events.some(isOfAnswer);
    if (this.#firstData !== '') return;
    const first = events.find(({ data }) => data.startsWith('{') && data.length <= MAX_HEAD_LENGTH);
    this.#firstData = first?.data ?? '';
  }

  /** Measures the text of whole events; true where nothing else happens in them. */
  #isPlain(text: string, bytes: Buffer): boolean {
    let isPlain = true;
    MARK.lastIndex = 0;
    for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
      const name = mark[1];
      const start = MARK.lastIndex + 1;
      const first = text[start - 1];
      if (name === undefined || name === 'error') isPlain = false;
      else if (name === 'usage') isPlain &&= first !== '{';
      else if (first !== '"' || (name === 'text' && isRepeated(text, mark.index))) continue;
      else if (name === 'finish_reason') {
        // Of several choices each must finish; which one has, a look into the event tells.
        if (this.#answerCount === 1) this.isComplete = true;
        else isPlain = false;
      } else {
        const end = endOfString(text, start);
        this.#noteString(name, bytes.subarray(start, end));
        MARK.lastIndex = end;
      }
    }
    return isPlain;
  }
}

const REPEATED_MARK = 'reasoning.text';
const REPEATED_REACH = 40;

/** OpenRouter says thinking twice: as `reasoning`, and as a detail of the type `reasoning.text`. */
const isRepeated = (text: string, at: number): boolean =>
  text.slice(Math.max(0, at - REPEATED_REACH), at).includes(REPEATED_MARK);

/** Bytes of delivered text in some events, one letter a byte. */
function textBytesOf(text: string): number {
  let bytes = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    const name = mark[1] ?? '';
    const start = MARK.lastIndex + 1;
    if (notTexts.has(name) || text[start - 1] !== '"') continue;
    if (name === 'text' && isRepeated(text, mark.index)) continue;
    const end = endOfString(text, start);
    bytes += end - start;
    MARK.lastIndex = end;
  }
  return bytes;
}

interface Chunk extends Record<string, unknown> {
  usage?: unknown;
  error?: unknown;
  choices?: unknown;
}

function parseChunk(text: string): Chunk | null {
  try {
    return JSON.parse(text) as Chunk;
  } catch {
    return null;
  }
}

/** Whether an event is more than a comment or the role that vendors send before they know whether they can answer. */
function isOfAnswer({ data }: SseEvent): boolean {
  if (!data.trim().startsWith('{')) return false;
  const chunk = parseChunk(data);
  if (chunk === null) return true;
  if (chunk.error) return false;
  if (chunk.usage) return true;
  if (!Array.isArray(chunk.choices)) return false;
  return chunk.choices.some((choice: { delta?: object; finish_reason?: unknown } | null) => {
    const said = Object.entries(choice?.delta ?? {}).some(
      ([name, value]) => name !== 'role' && value !== null && value !== '',
    );
    return said || Boolean(choice?.finish_reason);
  });
}

const isWhole = (data: string): boolean => data.trim() === '[DONE]' || parseChunk(data.trim()) !== null;

/** Place of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
