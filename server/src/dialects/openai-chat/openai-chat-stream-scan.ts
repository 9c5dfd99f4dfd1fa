import type { Usage } from '../../billing/usage.ts';
import { endOfString } from '../../platform/json/json-structure.ts';
import type { SseEvent } from '../../platform/net/sse-frames.ts';
import type { StreamOptions } from '../dialect.ts';
import { unescapedLength } from '../escaped-text.ts';
import type { KeptObject } from '../kept-object.ts';
import { type Json, objectOf, parseObject, placeOf, textOf } from '../neutral/json-values.ts';
import { chatStops, failureTexts, readStop } from '../neutral/stop-reasons.ts';
import { readOpenAiUsage, usageIn } from '../openai/openai-usage.ts';
import type { EventFate, StreamScan } from '../passed-stream.ts';
import { StreamFindings } from '../stream-path.ts';
import { keptSounds, MAX_SOUNDS } from './chat-sounds.ts';
import { endOfAside } from './openai-chat-asides.ts';
import { ChunkMender } from './openai-chat-chunk-mender.ts';
import {
  type ChunkKind,
  chatChunk,
  DONE,
  errorIn,
  eventOf,
  limitEvent,
  usageEvent,
} from './openai-chat-chunks.ts';
import { CallHabit, HeadHabit } from './openai-chat-habits.ts';
import { isNoEnd, type MendedCall } from './openai-chat-mends.ts';

/** A chunk that says which answer it belongs to is shorter. */
const MAX_HEAD_LENGTH = 4096;
const IMAGE_START = 'data:image';
const FILTERED = 'content_filter"';
/** Others are written anew. */
const KNOWN_END = /(?:stop|length|tool_calls|function_call|content_filter)"/y;

/**
 * Finds the relevant members of a chunk in one pass. A search per name takes five times as long. The first letter of the
 * value follows the match.
 */
const MARK =
  /"(content|text|reasoning_content|reasoning|arguments|input|refusal|transcript|data|url|finish_reason|usage|error|tool_calls)"[ \t]*:[ \t]*|\[DONE\]/g;

/** The same with what repeats the answer, or quotes others, next to it. Such names in all streams cost a fifth of the search. */
const MARK_WITH_ASIDES = new RegExp(
  MARK.source.replace('|tool_calls)', '|tool_calls|message|search_results|annotations|citations)'),
  'g',
);
/** Says the id of its sound where that begins. */
const SOUND = /"audio"/;
/** Members that a vendor sends from the first chunk, if at all. */
const ASIDES = /"(?:message|search_results|annotations|citations)"/;

/** Marks whose value is no text of an answer; an unnamed one is the end. */
const notTexts = new Set(['', 'data', 'url', 'finish_reason', 'usage', 'error', 'message', 'tool_calls']);

/**
 * Chunks of a chat completion, or of a legacy one.
 * Source: OpenAI API reference, "The chat completion chunk object" and "The completion object".
 */
export class OpenAiChatScan implements StreamScan {
  readonly findings = new StreamFindings();
  /** Data of the first chunk. */
  #firstData = '';
  readonly #wantsUsage: boolean;
  readonly #answerCount: number;
  readonly #kind: ChunkKind;
  /** Choices that came to their end, where there are several. */
  readonly #finished = new Set<unknown>();
  #mark = MARK;
  readonly #mender: ChunkMender;
  readonly #heads = new HeadHabit();
  readonly #fragments = new CallHabit();
  /** The call that known fragments go on with. */
  #call: MendedCall | null = null;
  /** A chunk that came before its vendor had an id. */
  #held: Json | null = null;
  /** The vendor gave up: the stream fails at its end. */
  #isCut = false;
  /** Some usage stood where OpenAI's stands. */
  #isUsageTold = false;

  constructor({ wantsUsage, answerCount, requestId = '' }: StreamOptions, kind = chatChunk) {
    this.#kind = kind;
    this.#mender = new ChunkMender(requestId, kind);
    this.#wantsUsage = wantsUsage;
    this.#answerCount = answerCount;
  }

  begins(event: SseEvent): boolean {
    const { data } = event;
    if (this.#firstData === '' && data.startsWith('{'))
      this.#firstData = data.length <= MAX_HEAD_LENGTH ? data : headOf(data);
    if (this.#mender.id === '') this.#learnHead(event);
    if (ASIDES.test(data)) this.#mark = MARK_WITH_ASIDES;
    if (SOUND.test(data)) this.#noteSounds(data);
    return isOfAnswer(event, this.#kind);
  }

  skim(text: string, bytes: Buffer): boolean {
    const marks = this.#mark;
    const known = this.#heads.knownBytes(text);
    let isPlain = known !== -1;
    let isKnownFragment = false;
    marks.lastIndex = Math.max(0, known);
    for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
      const name = mark[1];
      const start = marks.lastIndex + 1;
      const first = text[start - 1];
      if (name === undefined || name === 'error') isPlain = false;
      else if (name === 'usage') isPlain &&= first !== '{';
      else if (name === 'tool_calls') {
        isKnownFragment = this.#fragments.startsAt(text, mark.index);
        if (isKnownFragment || first !== '[' || text[start] === ']') continue;
        this.findings.hasCalls = true;
        isPlain = false;
      } else if (first === '[' && name === 'content') isPlain = false;
      else if (first === '{' || first === '[') marks.lastIndex = endOfAside(text, name, start - 1);
      else if (first !== '"' || (name === 'text' && isRepeated(text, mark.index))) continue;
      // Some vendors say an empty reason before the end.
      else if (name === 'finish_reason' && saysNoEnd(text, start)) {
        this.findings.hasEmptyReason = true;
        isPlain = false;
      } else if (name === 'finish_reason') {
        if (text.startsWith(FILTERED, start)) this.findings.isFiltered = true;
        KNOWN_END.lastIndex = start;
        if (!KNOWN_END.test(text)) isPlain = false;
        // With several choices, each must finish. Only parsing the event shows which one has.
        if (this.#answerCount === 1) this.findings.isComplete = true;
        else isPlain = false;
      } else if (name !== 'message') {
        if (name === 'transcript' || name === 'data') this.#noteSounds(text);
        const end = endOfString(text, start);
        this.#noteString(name, bytes.subarray(start, end));
        marks.lastIndex = end;
        if (!isKnownFragment || name !== 'arguments') continue;
        if (!this.#fragments.endsAt(text, end)) isPlain = false;
        if (this.#call !== null && end > start) this.#call.isEmpty = false;
        isKnownFragment = false;
      }
    }
    return isPlain;
  }

  textBytesOf(text: string, bytes: Buffer): number {
    const marks = this.#mark;
    let sum = 0;
    marks.lastIndex = 0;
    for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
      const name = mark[1] ?? '';
      const start = marks.lastIndex + 1;
      if (text[start - 1] !== '"') {
        marks.lastIndex = endOfAside(text, name, start - 1);
        continue;
      }
      if (notTexts.has(name)) continue;
      if (name === 'text' && isRepeated(text, mark.index)) continue;
      const end = endOfString(text, start);
      sum += unescapedLength(bytes, start, end);
      marks.lastIndex = end;
    }
    return sum;
  }

  read(event: SseEvent, textBytesSoFar: number): EventFate {
    const { findings } = this;
    const text = event.data.trim();
    if (text === '[DONE]') {
      if (this.#isCut) this.#fail();
      else findings.endByMarker();
      return 'drop';
    }
    if (!text.startsWith('{')) return 'pass';
    const chunk = parseObject(text);
    if (chunk === null) return 'pass';
    const error = errorIn(chunk);
    if (error !== null) {
      findings.failure = JSON.stringify(error).slice(0, 2000);
      // It may have come as the reason of an end.
      findings.isComplete = false;
      findings.isEnded = true;
      return 'drop';
    }
    const hasUsage = this.#noteUsage(chunk, textBytesSoFar);
    if (takeCut(chunk)) {
      // Its text belongs to the answer, and the usage may follow it.
      this.#isCut = true;
      findings.isComplete = false;
      return this.#mended(chunk, event, { isRewritten: true });
    }
    this.#noteFinished(chunk);
    const hasChoices = Array.isArray(chunk.choices) && chunk.choices.length > 0;
    if (hasUsage && !hasChoices && !this.#wantsUsage) return 'drop';
    if (chunk.id === '' && !hasChoices && !hasUsage && this.#mender.id === '') {
      this.#held = chunk;
      return 'drop';
    }
    return this.#mended(chunk, event);
  }

  end(_kept: Buffer | null, charged: Usage | null): Buffer {
    const ending = this.#mender.endChunk();
    const { usage: reported, unreportedBytes } = this.findings;
    // Clients take the last usage: one that came before the text does not know it.
    const isOutdated = unreportedBytes > 0 && charged !== null;
    const told = isOutdated ? charged : (reported ?? charged);
    const isMissing = this.#wantsUsage && (!this.#isUsageTold || isOutdated) && told !== null;
    const usage = isMissing ? usageEvent(this.#firstChunk(), told, this.#kind) : '';
    return Buffer.from((ending === null ? '' : eventOf(ending)) + usage + DONE);
  }

  endEarly(charged: Usage | null): string {
    const first = this.#firstChunk();
    const usage = this.#wantsUsage && charged !== null ? usageEvent(first, charged, this.#kind) : '';
    const open = Array.from({ length: this.#answerCount }, (_, index) => index);
    const unfinished = open.filter((index) => !this.#finished.has(index));
    return limitEvent(first, unfinished, this.#kind) + usage + DONE;
  }

  #noteString(name: string, value: Buffer): void {
    const { findings } = this;
    if (name === 'data') findings.audioBytes += value.length;
    else if (name === 'url') {
      // Sources of a text have an address too.
      if (value.toString('latin1', 0, IMAGE_START.length) === IMAGE_START) findings.imageCount += 1;
    } else findings.addEscaped(value, 0, value.length);
  }

  #noteSounds(text: string): void {
    if (this.findings.kept.length >= MAX_SOUNDS) return;
    const sounds = keptSounds(text);
    if (sounds.length === 0) return;
    const { findings } = this;
    const isNew = ({ name }: KeptObject) => !findings.kept.some((known) => known.name === name);
    findings.kept = [...findings.kept, ...sounds.filter(isNew)].slice(0, MAX_SOUNDS);
  }

  /** Identifies the answer, with the id that the client knows. */
  #firstChunk(): Json {
    const first = parseChunk(this.#firstData) ?? {};
    return this.#mender.id === '' ? first : { ...first, id: this.#mender.id };
  }

  /** @returns whether the chunk says a usage */
  #noteUsage(chunk: Json, textBytesSoFar: number): boolean {
    if ((usageIn(chunk) ?? null) === null) return false;
    // Some upstreams send usage more than once; the last one is complete.
    const usage = readOpenAiUsage(usageIn(chunk), chunk.service_tier);
    if (usage !== null) {
      this.findings.usage = usage;
      this.findings.reportedBytes = textBytesSoFar;
    }
    if (objectOf(chunk.usage) !== null) this.#isUsageTold = true;
    return true;
  }

  /** A first chunk that says its id need not be fixed for it. */
  #learnHead({ data, bytes }: SseEvent): void {
    if (!data.startsWith('{') || data.length > MAX_HEAD_LENGTH) return;
    const { id, object } = parseChunk(data) ?? {};
    if (typeof id !== 'string' || id === '') return;
    if (typeof object === 'string' && object !== this.#kind.object) return;
    this.#mender.id = id;
    this.#heads.learn(bytes.toString('latin1'), id);
  }

  #fail(): void {
    this.findings.failure = failureTexts.cut;
    this.findings.failureCode = 'upstream.answer_cut';
    this.findings.isEnded = true;
  }

  /** The chunk for the client. A correct chunk teaches the form of the next ones. */
  #mended(chunk: Json, event: SseEvent, { isRewritten = false } = {}): EventFate {
    const id = textOf(chunk.id);
    const isChanged = this.#mender.mend(chunk) || isRewritten;
    const held = this.#takeHeld(chunk);
    if (!isChanged) this.#learn(chunk, { id, text: event.bytes.toString('latin1') });
    else this.#fragments.forget();
    if (!isChanged && held === '') return 'pass';
    const rest = isChanged ? Buffer.from(eventOf(chunk)) : event.bytes;
    return { rewritten: held === '' ? rest : Buffer.concat([Buffer.from(held), rest]) };
  }

  /** A chunk that waited for its id. */
  #takeHeld({ created, model }: Json): string {
    const held = this.#held;
    this.#held = null;
    if (held === null) return '';
    this.#mender.mend(held);
    return eventOf({ ...held, created: held.created || created, model: held.model || model });
  }

  #learn(chunk: Json, { id, text }: { id: string; text: string }): void {
    this.#heads.learn(text, id);
    this.#fragments.forget();
    if (this.#answerCount > 1 || !Array.isArray(chunk.choices) || chunk.choices.length !== 1) return;
    const choice = objectOf(chunk.choices[0]);
    const calls = objectOf(choice?.delta)?.tool_calls;
    if (choice === null || !Array.isArray(calls) || calls.length !== 1) return;
    if (textOf(objectOf(calls[0])?.id) !== '') return;
    this.#fragments.learn(text);
    this.#call = this.#mender.callAt(placeOf(choice.index) ?? 0);
  }

  #noteFinished({ choices }: Chunk): void {
    if (this.#answerCount === 1 || this.findings.isComplete || !Array.isArray(choices)) return;
    for (const choice of choices as ({ index?: unknown; finish_reason?: unknown } | null)[]) {
      if (choice?.finish_reason && !isNoEnd(choice.finish_reason)) this.#finished.add(choice.index);
    }
    if (this.#finished.size >= this.#answerCount) this.findings.isComplete = true;
  }
}

/** Takes the ends out of a chunk that say that the vendor gave up. @returns whether it had one */
function takeCut({ choices }: Json): boolean {
  if (!Array.isArray(choices)) return false;
  let isCut = false;
  for (const choice of choices.map(objectOf)) {
    if (choice === null || readStop(chatStops, textOf(choice.finish_reason)) !== 'cut') continue;
    choice.finish_reason = null;
    isCut = true;
  }
  return isCut;
}

/** A reason that stands before the end: empty, or the text of a null. */
const saysNoEnd = (text: string, start: number): boolean =>
  text[start] === '"' || text.startsWith('null"', start);

const REPEATED_MARK = 'reasoning.text';
const REPEATED_REACH = 40;

/** OpenRouter says thinking twice: as `reasoning`, and as a detail of the type `reasoning.text`. */
const isRepeated = (text: string, at: number): boolean =>
  text.slice(Math.max(0, at - REPEATED_REACH), at).includes(REPEATED_MARK);

interface Chunk extends Record<string, unknown> {
  usage?: unknown;
  service_tier?: unknown;
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

/** The identity of the answer of a long chunk. */
function headOf(data: string): string {
  const { id, created, model } = parseChunk(data) ?? {};
  return JSON.stringify({ id, created, model });
}

/** Whether an event is more than a comment or the role that vendors send before they know whether they can answer. */
function isOfAnswer({ data }: SseEvent, kind: ChunkKind): boolean {
  if (!data.trim().startsWith('{')) return false;
  const chunk = parseChunk(data);
  if (chunk === null) return true;
  if (errorIn(chunk) !== null) return false;
  if (chunk.usage) return true;
  if (!Array.isArray(chunk.choices)) return false;
  return chunk.choices.some(
    (choice: Record<string, unknown> | null) =>
      choice !== null && (kind.says(choice) || Boolean(choice.finish_reason)),
  );
}
