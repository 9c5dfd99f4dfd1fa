import { noUsage, type Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { AnswerOptions } from '../conversation-format.ts';
import type { Answer, AnswerHead, PartNote, Stop } from '../neutral/answer.ts';
import type { PartHead, StreamWriter } from '../neutral/answer-sink.ts';
import { inputAsObject } from '../neutral/call-input.ts';
import type { Part } from '../neutral/conversation.ts';
import { redactedInAnswer } from '../neutral/redacted-thinking.ts';
import { NO_SEAL, writeSeal } from '../neutral/seals.ts';
import { anthropicStops } from '../neutral/stop-reasons.ts';
import { anthropicErrors } from './anthropic-errors.ts';
import { MESSAGE_STOP } from './anthropic-messages-events.ts';
import { writeAnthropicUsage } from './anthropic-usage.ts';
import { foreignCallId } from './foreign-calls.ts';

const DIALECT = 'anthropic-messages';

/** Source: Claude API reference, "Create a Message". */
export function writeMessage({ head, choices, usage }: Answer, options: AnswerOptions): object {
  const { parts = [], stop = null } = choices[0] ?? {};
  const refuses = parts.some(({ kind }) => kind === 'refusal');
  return {
    ...headOf(head, options),
    content: parts.flatMap(writeBlock),
    ...stopOf(stop, { refuses }),
    usage: writeAnthropicUsage(usage ?? options.counted ?? noUsage()),
  };
}

const headOf = ({ id, model }: AnswerHead, { fallback }: AnswerOptions) => ({
  id: id || fallback.id,
  type: 'message',
  role: 'assistant',
  model: model || fallback.model,
});

/** @param refuses the text is a refusal, which this dialect expresses by its stop reason alone */
function stopOf(stop: Stop | null, { refuses }: { refuses: boolean }) {
  const reason = stop?.reason ?? 'end';
  return {
    stop_reason: anthropicStops.write[refuses && reason === 'end' ? 'refusal' : reason],
    stop_sequence: stop?.sequence || null,
  };
}

function writeBlock(part: Part): object[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
    case 'thinking': {
      const data = part.seal === null ? null : redactedInAnswer(part.seal, DIALECT);
      if (data !== null) return [{ type: 'redacted_thinking', data }];
      const signature = part.seal === null ? NO_SEAL : writeSeal(part.seal, DIALECT);
      return [{ type: 'thinking', thinking: part.text, signature }];
    }
    case 'call':
      return [
        {
          type: 'tool_use',
          id: foreignCallId(part.id),
          name: part.name,
          input: inputAsObject(part.input),
        },
      ];
    default:
      return [];
  }
}

/**
 * Writes events as strings around the one value that changes: no object is made for an event.
 * Source: Claude docs, "Streaming messages".
 */
export class MessagesStreamWriter implements StreamWriter {
  readonly #options: AnswerOptions;
  #out = '';
  /** The block being written, and its number. Parts that this dialect cannot express have none. */
  #kind: PartHead['kind'] | null = null;
  /** A text begins with its first letter: clients send blocks back, and one of white space alone is refused. */
  #isOpen = false;
  /** White space before that letter. */
  #blank = '';
  /** Whether the open thinking block has its signature. */
  #isSealed = false;
  #isThought = false;
  #blocks = 0;
  #refuses = false;
  #stop: Stop | null = null;
  #usage: Usage | null = null;

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  start(head: AnswerHead): void {
    const estimated = { ...noUsage(), textInput: this.#options.inputTokens };
    const message = {
      ...headOf(head, this.#options),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: writeAnthropicUsage(this.#usage ?? estimated),
    };
    this.#event('message_start', `"message":${JSON.stringify(message)}`);
  }

  open(choice: number, _part: number, head: PartHead): void {
    this.#kind = choice === 0 && head.kind !== 'media' && head.kind !== 'opaque' ? head.kind : null;
    if (this.#kind === null) return;
    this.#refuses ||= this.#kind === 'refusal';
    if (head.kind === 'thinking' || head.kind === 'call') this.#begin(blockOf(head));
  }

  add(_choice: number, _part: number, text: string): void {
    if (this.#kind === 'thinking') this.#think(JSON.stringify(text));
    else if (this.#kind === 'call') this.#delta(`"input_json_delta","partial_json":${JSON.stringify(text)}`);
    else if (this.#kind !== null) this.#say(text);
  }

  note(_choice: number, _part: number, note: PartNote): void {
    if (note.kind === 'seal' && this.#kind === 'thinking') this.#seal(writeSeal(note.seal, DIALECT));
  }

  close(): void {
    if (this.#kind === 'thinking' && !this.#isSealed) this.#seal(NO_SEAL);
    this.#kind = null;
    this.#isSealed = false;
    this.#isThought = false;
    this.#blank = '';
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#event('content_block_stop', `"index":${this.#blocks}`);
    this.#blocks += 1;
  }

  #say(text: string): void {
    if (!this.#isOpen && text.trim() === '') {
      this.#blank += text;
      return;
    }
    if (!this.#isOpen) this.#begin('{"type":"text","text":""}');
    this.#delta(`"text_delta","text":${JSON.stringify(this.#blank + text)}`);
    this.#blank = '';
  }

  #think(value: string): void {
    this.#isThought = true;
    this.#delta(`"thinking_delta","thinking":${value}`);
  }

  #seal(signature: string): void {
    // AI SDK 4 throws at a proof before which nothing was thought.
    if (!this.#isThought) this.#think('""');
    this.#isSealed = true;
    this.#delta(`"signature_delta","signature":${JSON.stringify(signature)}`);
  }

  logprobs(): void {}

  stop(choice: number, stop: Stop): void {
    if (choice === 0) this.#stop = stop;
  }

  usage(usage: Usage): void {
    this.#usage = usage;
  }

  take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  takeEnd(charged: Usage | null): string {
    const usage = JSON.stringify(writeAnthropicUsage(this.#usage ?? charged ?? noUsage()));
    const stop = JSON.stringify(stopOf(this.#stop, { refuses: this.#refuses }));
    this.#event('message_delta', `"delta":${stop},"usage":${usage}`);
    return this.take() + MESSAGE_STOP;
  }

  breakOff(error: GatewayError, requestId: string): string {
    return anthropicErrors.event(error, requestId);
  }

  #event(type: string, members: string): void {
    this.#out += `event: ${type}\ndata: {"type":"${type}",${members}}\n\n`;
  }

  #begin(block: string): void {
    this.#isOpen = true;
    this.#event('content_block_start', `"index":${this.#blocks},"content_block":${block}`);
  }

  #delta(members: string): void {
    this.#event('content_block_delta', `"index":${this.#blocks},"delta":{"type":${members}}`);
  }
}

function blockOf(head: PartHead & { kind: 'thinking' | 'call' }): string {
  if (head.kind === 'thinking') return '{"type":"thinking","thinking":"","signature":""}';
  const { id, name } = head;
  return JSON.stringify({ type: 'tool_use', id: foreignCallId(id), name, input: {} });
}
