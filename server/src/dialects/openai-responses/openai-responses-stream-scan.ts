import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { parseExact } from '../../platform/json/exact-json.ts';
import { endOfString } from '../../platform/json/json-structure.ts';
import type { SseEvent } from '../../platform/net/sse-frames.ts';
import type { StreamOptions } from '../dialect.ts';
import { unescapedLength } from '../escaped-text.ts';
import { objectOf, textOf } from '../neutral/json-values.ts';
import { cleanWords } from '../neutral/vendor-words.ts';
import type { EventFate, StreamScan } from '../passed-stream.ts';
import { StreamFindings } from '../stream-path.ts';
import { keptOfResponse, type ResponseMembers } from './kept-responses.ts';
import { failedEvent, limitEvent, type ResponseHead, responsesErrors } from './openai-responses-events.ts';
import { readResponsesUsage } from './openai-responses-usage.ts';
import { ResponseUnits, UNIT_ITEM } from './response-units.ts';

/**
 * Finds the relevant members of an event in one pass. Texts are measured where they come in pieces; members that repeat
 * them whole have other names.
 */
const MARK =
  /"delta"[ \t]*:[ \t]*"|"type"[ \t]*:[ \t]*"(response\.(?:completed|incomplete|failed|output_item\.done|image_generation_call\.partial_image)|error)"/g;
const PICTURE = 'image_generation_call';
const PART_OF_PICTURE = 'response.image_generation_call.partial_image';
const SEQUENCE_MARK = '"sequence_number":';

const NO_END = Buffer.alloc(0);
const NO_HEAD: ResponseHead = { id: '', model: '', createdSeconds: 0 };

/** Events that a vendor sends before it knows whether it can answer. */
const EARLY: ReadonlySet<unknown> = new Set(['response.created', 'response.in_progress', 'response.queued']);
/** See `Dialect.vendorWords`. */
export const RESPONSE_WORDS = ['error', 'incomplete_details'] as const;
const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);

interface ResponseEnd {
  error?: unknown;
  incomplete_details?: { reason?: unknown } | null;
}

interface ResponseEvent {
  type?: unknown;
  sequence_number?: unknown;
  response?: (ResponseMembers & ResponseEnd & { model?: unknown; created_at?: unknown }) | null;
  error?: unknown;
  item?: { type?: unknown } | null;
  size?: unknown;
  quality?: unknown;
}

/** Events of a response. Source: OpenAI API reference, "Streaming events". */
export class OpenAiResponsesScan implements StreamScan {
  readonly findings = new StreamFindings();
  #head: ResponseHead | null = null;
  #lastNumber = -1;
  readonly #units = new ResponseUnits();
  /** A part of a picture has come that is not done. */
  #isPartOfPicture = false;
  readonly #clean: (text: string) => string;

  constructor({ withoutSecrets = (text) => text }: Pick<StreamOptions, 'withoutSecrets'> = {}) {
    this.#clean = withoutSecrets;
  }

  begins({ data }: SseEvent): boolean {
    const event = parseEvent(data);
    if (event === null) return data.trim().startsWith('{');
    const { type, response } = event;
    if (type === 'response.created' && typeof response === 'object' && response !== null)
      this.#head = {
        id: textOf(response.id),
        model: textOf(response.model),
        createdSeconds: typeof response.created_at === 'number' ? Math.floor(response.created_at) : 0,
      };
    if (type === 'response.failed') return false;
    return typeof type === 'string' && type.startsWith('response.') && !EARLY.has(type);
  }

  skim(text: string, bytes: Buffer): boolean {
    this.#noteNumber(text);
    let isPlain = true;
    MARK.lastIndex = 0;
    for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
      const type = mark[1];
      if (type === 'response.output_item.done') isPlain &&= !UNIT_ITEM.test(text);
      // Long, and one of a picture is enough.
      else if (type === PART_OF_PICTURE) isPlain &&= this.#isPartOfPicture;
      else if (type !== undefined) isPlain = false;
      else {
        const start = MARK.lastIndex;
        const end = endOfString(text, start);
        this.findings.addEscaped(bytes, start, end);
        MARK.lastIndex = end;
      }
    }
    return isPlain;
  }

  textBytesOf(text: string, bytes: Buffer): number {
    let sum = 0;
    MARK.lastIndex = 0;
    for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
      if (mark[1] !== undefined) continue;
      const start = MARK.lastIndex;
      const end = endOfString(text, start);
      sum += unescapedLength(bytes, start, end);
      MARK.lastIndex = end;
    }
    return sum;
  }

  read({ data }: SseEvent, textBytesSoFar: number): EventFate {
    const { findings } = this;
    const event = parseEvent(data);
    if (event === null) return 'pass';
    const { type, response } = event;
    if (type === 'response.output_item.done') this.#noteItem(event.item);
    if (type === PART_OF_PICTURE) this.#notePart(event);
    const usage = readResponsesUsage(response?.usage, {
      units: this.#units.units,
      serviceTier: response?.service_tier,
    });
    if (usage !== null) {
      findings.usage = usage;
      findings.reportedBytes = textBytesSoFar;
    }
    if (ENDS.has(type)) {
      if (response) findings.kept = keptOfResponse(response);
      findings.isComplete = true;
      findings.isFiltered = response?.incomplete_details?.reason === 'content_filter';
      findings.isEnded = true;
      const mayTell = response?.error || response?.incomplete_details;
      return (mayTell && this.#withCleanWords(data)) || 'keep';
    }
    if (type !== 'response.failed' && type !== 'error') return 'pass';
    findings.failure = JSON.stringify(response?.error ?? event.error ?? event).slice(0, 2000);
    findings.failureEvent = this.#failureEvent(data);
    findings.isEnded = true;
    // The replacement takes its number.
    if (typeof event.sequence_number === 'number') this.#lastNumber = event.sequence_number - 1;
    return 'drop';
  }

  #noteItem(item: ResponseEvent['item']): void {
    const { findings } = this;
    this.#units.note(item);
    findings.units = this.#units.units;
    if (item?.type !== PICTURE) return;
    if (!this.#isPartOfPicture) findings.imageCount += 1;
    this.#isPartOfPicture = false;
  }

  /** A client that has a part of a picture may disconnect, and the vendor still finishes the picture. */
  #notePart(event: ResponseEvent): void {
    if (this.#isPartOfPicture) return;
    const { findings } = this;
    this.#isPartOfPicture = true;
    findings.imageCount += 1;
    findings.units = this.#units.with({ type: PICTURE, size: event.size, quality: event.quality });
  }

  end(kept: Buffer | null, _charged: Usage | null): Buffer {
    return kept ?? NO_END;
  }

  /** @returns null where nothing is to be changed */
  #withCleanWords(data: string): { kept: Buffer } | null {
    const event = objectOf(parseExact(data));
    const response = objectOf(event?.response);
    if (response === null || !cleanWords(response, RESPONSE_WORDS, this.#clean)) return null;
    return { kept: Buffer.from(`event: ${textOf(event?.type)}\ndata: ${JSON.stringify(event)}\n\n`) };
  }

  /** Clients such as Codex try again by its code and words, and not at all after a status. */
  #failureEvent(data: string): string {
    const event = objectOf(parseExact(data)) ?? {};
    cleanWords(objectOf(event.response) ?? {}, RESPONSE_WORDS, this.#clean);
    cleanWords(event, ['error', 'message'], this.#clean);
    return `event: ${textOf(event.type)}\ndata: ${JSON.stringify(event)}\n\n`;
  }

  breakOff(error: GatewayError, requestId: string): string {
    return this.#head === null
      ? responsesErrors.event(error, requestId)
      : failedEvent(this.#head, this.#lastNumber + 1, { error, requestId });
  }

  endEarly(charged: Usage | null): string {
    return limitEvent(this.#head ?? NO_HEAD, this.#lastNumber + 1, charged);
  }

  /** Numbers rise: the last one in a piece counts. In a text the name's quotes are escaped. */
  #noteNumber(text: string): void {
    const at = text.lastIndexOf(SEQUENCE_MARK);
    if (at === -1) return;
    const number = Number.parseInt(text.slice(at + SEQUENCE_MARK.length, at + SEQUENCE_MARK.length + 12), 10);
    if (number > this.#lastNumber) this.#lastNumber = number;
  }
}

function parseEvent(data: string): ResponseEvent | null {
  const text = data.trim();
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as ResponseEvent;
  } catch {
    return null;
  }
}
