import type { Usage } from '../../billing/usage.ts';
import { endOfString } from '../../platform/json/json-structure.ts';
import type { SseEvent } from '../../platform/net/sse-frames.ts';
import { unescapedLength } from '../escaped-text.ts';
import { textOf } from '../neutral/json-values.ts';
import { anthropicStops, failureTexts, readStop } from '../neutral/stop-reasons.ts';
import type { EventFate, StreamScan } from '../passed-stream.ts';
import { StreamFindings } from '../stream-path.ts';
import { MESSAGE_STOP } from './anthropic-messages-events.ts';
import { saysOutput } from './anthropic-usage.ts';
import { keptOfMessage, type MessageMembers } from './message-thread.ts';
import { MessageUsage } from './message-usage.ts';

/**
 * Finds in one pass the texts of an event, whose first letter follows the match, and members that require parsing it.
 * Most events of a stream are deltas, which have only texts.
 */
const MARK =
  /"(?:text|thinking|partial_json)"[ \t]*:[ \t]*(")|"type"[ \t]*:[ \t]*"(?:message_start|message_delta|message_stop|error|web_search_tool_result)"|"(?:usage|error|container)"[ \t]*:[ \t]*\{|\[DONE\]/g;

/** Events that a vendor sends before it knows whether it can answer. */
const beforeAnswer: ReadonlySet<unknown> = new Set(['message_start', 'ping']);
const ofAnswer = /^(?:content_block_|message_)/;

/** Events of a message. Source: Claude docs, "Streaming messages". */
export class AnthropicMessagesScan implements StreamScan {
  readonly findings = new StreamFindings();
  /** Clients know an event by its `event:` line, which some servers leave out. */
  #namesEvents = false;
  readonly #usage = new MessageUsage();
  readonly #members: MessageMembers = { id: undefined, container: undefined };

  begins({ data, bytes }: SseEvent): boolean {
    if (!data.trim().startsWith('{')) return false;
    if (!bytes.includes('event:')) this.#namesEvents = true;
    const event = parseEvent(data);
    if (event === null) return true;
    if (isError(event) || beforeAnswer.has(event.type)) return false;
    return ofAnswer.test(String(event.type));
  }

  isBeat({ data }: SseEvent): boolean {
    return parseEvent(data)?.type === 'ping';
  }

  skim(text: string, bytes: Buffer): boolean {
    let isPlain = !this.#namesEvents;
    MARK.lastIndex = 0;
    for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
      if (mark[1] === undefined) {
        isPlain = false;
        continue;
      }
      const start = MARK.lastIndex;
      const end = endOfString(text, start);
      this.findings.addEscaped(bytes, start, end);
      MARK.lastIndex = end;
    }
    return isPlain;
  }

  textBytesOf(text: string, bytes: Buffer): number {
    let sum = 0;
    MARK.lastIndex = 0;
    for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
      if (mark[1] === undefined) continue;
      const start = MARK.lastIndex;
      const end = endOfString(text, start);
      sum += unescapedLength(bytes, start, end);
      MARK.lastIndex = end;
    }
    return sum;
  }

  read({ data }: SseEvent, textBytesSoFar: number): EventFate {
    const { findings } = this;
    const text = data.trim();
    if (text === '[DONE]') {
      // Some servers end with OpenAI's marker, which no client of this dialect knows.
      findings.isEnded = true;
      return 'drop';
    }
    const event = text.startsWith('{') ? parseEvent(text) : null;
    if (event === null) return 'pass';
    if (isError(event)) {
      findings.failure = JSON.stringify(event.error ?? event).slice(0, 2000);
      findings.isEnded = true;
      return 'drop';
    }
    this.#noteSearch(event.content_block);
    this.#noteUsage(event.usage ?? event.message?.usage, textBytesSoFar);
    this.#noteMembers(event);
    if (event.type === 'message_delta' && typeof event.delta?.stop_reason === 'string') {
      const stop = readStop(anthropicStops, event.delta.stop_reason);
      if (stop === 'cut') {
        findings.failure = failureTexts.cut;
        findings.failureCode = 'upstream.answer_cut';
        findings.isEnded = true;
        return 'drop';
      }
      findings.isComplete = true;
      findings.isFiltered = stop === 'refusal' || stop === 'filter';
    }
    const isStop = event.type === 'message_stop';
    if (isStop) {
      findings.isComplete = true;
      findings.isEnded = true;
    }
    if (!this.#namesEvents) return isStop ? 'keep' : 'pass';
    const named = Buffer.from(`event: ${textOf(event.type)}\ndata: ${text.replaceAll('\n', '\ndata: ')}\n\n`);
    return isStop ? { kept: named } : { rewritten: named };
  }

  end(kept: Buffer | null, _charged: Usage | null): Buffer {
    return kept ?? Buffer.from(MESSAGE_STOP);
  }

  #noteMembers({ message, delta }: StreamedEvent): void {
    const id = message?.id;
    const container = message?.container ?? delta?.container;
    if (id == null && container == null) return;
    this.#members.id ??= id;
    this.#members.container = container ?? this.#members.container;
    this.findings.kept = keptOfMessage(this.#members);
  }

  #noteSearch(block: unknown): void {
    if (!this.#usage.noteBlock(block)) return;
    this.findings.units = this.#usage.units;
    this.findings.usage = this.#usage.usage;
  }

  #noteUsage(later: unknown, textBytesSoFar: number): void {
    this.#usage.say(later);
    const { usage } = this.#usage;
    if (usage === null) return;
    this.findings.usage = usage;
    if (saysOutput(later)) this.findings.reportedBytes = textBytesSoFar;
  }
}

interface StreamedEvent {
  type?: unknown;
  error?: unknown;
  usage?: unknown;
  content_block?: unknown;
  message?: { id?: unknown; usage?: unknown; container?: unknown } | null;
  delta?: { stop_reason?: unknown; container?: unknown } | null;
}

const isError = ({ type, error }: StreamedEvent): boolean =>
  type === 'error' || (type === undefined && Boolean(error));

function parseEvent(text: string): StreamedEvent | null {
  try {
    return JSON.parse(text) as StreamedEvent | null;
  } catch {
    return null;
  }
}
