import type { AnswerOrder } from '../neutral/answer-order.ts';
import type { StreamReader } from '../neutral/answer-sink.ts';
import { BrokenAnswerError } from '../neutral/broken-answer.ts';
import type { Citation } from '../neutral/conversation.ts';
import { type Json, objectOf, parseObject, textOf } from '../neutral/json-values.ts';
import { redactedSeal } from '../neutral/redacted-thinking.ts';
import { NO_SEAL } from '../neutral/seals.ts';
import { anthropicStops, readStop } from '../neutral/stop-reasons.ts';
import { saysOutput } from './anthropic-usage.ts';
import { MessageUsage } from './message-usage.ts';

const DIALECT = 'anthropic-messages';
/** Bounds of the blocks that are open at once, and of the input of a block that only this dialect has. */
const MAX_OPEN_BLOCKS = 1_000;
const MAX_INPUT_LENGTH = 16 * 2 ** 20;

interface Block {
  key: string;
  value: Json;
  /** The block is a call whose input comes in pieces. */
  hasInput: boolean;
  /** Input of a block that only this dialect has. */
  input: string;
}

const TEXT = { kind: 'text' } as const;
const THINKING = { kind: 'thinking', isSummary: false } as const;
const OWN_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']);

/** Reads messages, whole and streamed. Source: Claude docs, "Streaming messages"; API reference, "Create a Message". */
export class MessagesAnswerReader implements StreamReader {
  readonly #order: AnswerOrder;
  readonly #usage = new MessageUsage();
  readonly #blocks = new Map<unknown, Block>();
  #count = 0;

  constructor(order: AnswerOrder) {
    this.#order = order;
  }

  /** @throws BrokenAnswerError where it is no message */
  whole(tree: unknown): void {
    const message = objectOf(tree);
    if (message?.type === 'error') {
      this.#order.fail(JSON.stringify(message.error));
      return;
    }
    if (message === null || !Array.isArray(message.content)) throw new BrokenAnswerError('no list of blocks');
    this.#start(message);
    message.content.forEach((one, index) => {
      const value = objectOf(one) ?? {};
      this.#begin(index, value);
      this.#end(index);
    });
    this.#stop(message);
    this.#order.end();
  }

  event(data: string): void {
    const event = parseObject(data);
    if (event === null) return;
    switch (event.type) {
      case 'message_start':
        this.#start(objectOf(event.message) ?? {});
        break;
      case 'content_block_start':
        this.#begin(event.index, objectOf(event.content_block) ?? {});
        break;
      case 'content_block_delta':
        this.#delta(event.index, objectOf(event.delta) ?? {});
        break;
      case 'content_block_stop':
        this.#end(event.index);
        break;
      case 'message_delta':
        this.#stop({ ...objectOf(event.delta), usage: event.usage });
        break;
      case 'message_stop':
        this.#order.end();
        break;
      case 'error':
        this.#order.fail(JSON.stringify(event.error));
        break;
    }
  }

  #start({ id, model, usage }: Json): void {
    this.#order.start({ id: textOf(id), model: textOf(model), createdSeconds: 0 });
    this.#noteUsage(usage);
  }

  #noteUsage(value: unknown): void {
    this.#usage.say(value);
    const { usage } = this.#usage;
    if (usage !== null) this.#order.usage(usage, { knowsText: saysOutput(value) });
  }

  #noteSearch(block: Json): void {
    if (!this.#usage.noteBlock(block)) return;
    const { units, usage } = this.#usage;
    this.#order.findings.units = units;
    if (usage !== null) this.#order.usage(usage, { knowsText: false });
  }

  #begin(index: unknown, value: Json): void {
    const order = this.#order;
    this.#noteSearch(value);
    this.#count += 1;
    const block: Block = { key: `block ${this.#count}`, value, hasInput: false, input: '' };
    this.#blocks.set(index, block);
    if (this.#blocks.size > MAX_OPEN_BLOCKS) throw new BrokenAnswerError('too many open blocks');
    order.close(0);
    if (value.type === 'text') {
      order.say(0, TEXT, textOf(value.text));
      if (Array.isArray(value.citations)) for (const one of value.citations) this.#cite(one);
    } else if (value.type === 'thinking') {
      order.say(0, THINKING, textOf(value.thinking));
      this.#sign(textOf(value.signature));
    } else if (value.type === 'redacted_thinking') {
      order.note(0, { kind: 'seal', seal: redactedSeal(textOf(value.data), DIALECT) }, THINKING);
    } else if (value.type === 'tool_use') {
      order.open(0, block.key, {
        kind: 'call',
        id: textOf(value.id),
        name: textOf(value.name),
        isCustom: false,
      });
    }
  }

  #delta(index: unknown, delta: Json): void {
    const order = this.#order;
    const block = this.#blocks.get(index);
    switch (delta.type) {
      case 'text_delta':
        order.say(0, TEXT, textOf(delta.text));
        break;
      case 'thinking_delta':
        order.say(0, THINKING, textOf(delta.thinking));
        break;
      case 'signature_delta':
        this.#sign(textOf(delta.signature));
        break;
      case 'citations_delta':
        this.#cite(delta.citation);
        break;
      case 'input_json_delta': {
        const text = textOf(delta.partial_json);
        if (block === undefined || text === '') break;
        block.hasInput = true;
        if (block.value.type === 'tool_use') order.add(0, block.key, text);
        else if (!OWN_BLOCKS.has(block.value.type)) block.input += text;
        if (block.input.length > MAX_INPUT_LENGTH)
          throw new BrokenAnswerError('the input of a block is too long');
        break;
      }
    }
  }

  #end(index: unknown): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    this.#blocks.delete(index);
    const { value, key } = block;
    const { type } = value;
    if (type === 'tool_use' && !block.hasInput)
      this.#order.add(0, key, JSON.stringify(objectOf(value.input) ?? {}));
    if (!OWN_BLOCKS.has(type)) {
      const input = block.hasInput ? { input: parseObject(block.input) ?? {} } : {};
      const whole = { ...value, ...input };
      this.#order.open(0, key, { kind: 'opaque', dialect: DIALECT, type: textOf(type), value: whole });
    }
    this.#order.close(0, type === 'tool_use' || !OWN_BLOCKS.has(type) ? key : '');
  }

  #sign(value: string): void {
    if (value !== '' && value !== NO_SEAL)
      this.#order.note(0, { kind: 'seal', seal: { dialect: DIALECT, value } }, THINKING);
  }

  #cite(value: unknown): void {
    const citation = readCitation(objectOf(value));
    if (citation !== null) this.#order.note(0, { kind: 'citation', citation }, TEXT);
  }

  #stop({ stop_reason, stop_sequence, usage }: Json): void {
    this.#noteUsage(usage);
    if (typeof stop_reason !== 'string') return;
    const reason = readStop(anthropicStops, stop_reason);
    this.#order.stop(0, { reason, raw: stop_reason, sequence: textOf(stop_sequence) });
  }
}

/** One of a document of the request has no address. */
function readCitation(value: Json | null): Citation | null {
  if (value === null) return null;
  return {
    url: textOf(value.url),
    title: textOf(value.title),
    text: textOf(value.cited_text),
    start: null,
    end: null,
  };
}
