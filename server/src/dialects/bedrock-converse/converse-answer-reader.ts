import { serviceTierOf } from '../../billing/service-tier.ts';
import type { AnswerOrder } from '../neutral/answer-order.ts';
import type { StreamReader } from '../neutral/answer-sink.ts';
import { BrokenAnswerError } from '../neutral/broken-answer.ts';
import type { Citation, MediaPart } from '../neutral/conversation.ts';
import { type Json, listOf, objectOf, parseObject, textOf } from '../neutral/json-values.ts';
import { redactedSeal } from '../neutral/redacted-thinking.ts';
import { converseStops, readStop } from '../neutral/stop-reasons.ts';
import { readConverseUsage } from './converse-usage.ts';

const DIALECT = 'bedrock-converse';
const TEXT = { kind: 'text' } as const;
const THINKING = { kind: 'thinking', isSummary: false } as const;
const ERROR = /(?:Exception|Error)$/;

/** A call whose input comes in pieces; some models send none for no input. */
interface OpenCall {
  key: string;
  hasInput: boolean;
}

/**
 * Reads answers of Converse, whole and streamed: only blocks of calls are said to begin, and usage comes next to the stop
 * reason, mostly after it.
 * Source: Amazon Bedrock API reference, "Converse" and "ConverseStream"; recordings in
 * `server/test/recordings/bedrock-converse`.
 */
export class ConverseAnswerReader implements StreamReader {
  readonly #order: AnswerOrder;
  readonly #calls = new Map<unknown, OpenCall>();
  #count = 0;
  #hasStopped = false;
  #hasUsage = false;

  constructor(order: AnswerOrder) {
    this.#order = order;
  }

  /** @throws BrokenAnswerError where it is no answer */
  whole(tree: unknown): void {
    const answer = objectOf(tree);
    const content = objectOf(objectOf(answer?.output)?.message)?.content;
    if (answer === null || !Array.isArray(content)) throw new BrokenAnswerError('no list of blocks');
    this.#start();
    for (const block of content) this.#block(objectOf(block) ?? {});
    this.#metadata(answer);
    this.#stop(answer);
    this.#order.end();
  }

  event(data: string): void {
    const event = parseObject(data);
    if (event === null) return;
    this.#start();
    for (const name of Object.keys(event)) this.#event(name, objectOf(event[name]) ?? {});
  }

  #event(name: string, said: Json): void {
    switch (name) {
      case 'contentBlockStart':
        this.#begin(said.contentBlockIndex, objectOf(said.start) ?? {});
        break;
      case 'contentBlockDelta':
        this.#delta(said.contentBlockIndex, objectOf(said.delta) ?? {});
        break;
      case 'contentBlockStop':
        this.#end(said.contentBlockIndex);
        break;
      case 'messageStop':
        this.#stop(said);
        this.#hasStopped = true;
        break;
      case 'metadata':
        this.#metadata(said);
        break;
      default:
        if (ERROR.test(name)) this.#order.fail(JSON.stringify({ ...said, type: name }));
    }
    // Usage comes after the stop reason; some send it before.
    if (this.#hasStopped && this.#hasUsage) this.#order.end();
  }

  /** Neither an id nor a model is said. */
  #start(): void {
    this.#order.start({ id: '', model: '', createdSeconds: 0 });
  }

  #begin(index: unknown, { toolUse }: Json): void {
    const call = objectOf(toolUse);
    this.#order.close(0);
    if (call === null) return;
    this.#calls.set(index, { key: this.#open(call), hasInput: false });
  }

  #open({ toolUseId, name }: Json): string {
    this.#count += 1;
    const key = `block ${this.#count}`;
    this.#order.open(0, key, { kind: 'call', id: textOf(toolUseId), name: textOf(name), isCustom: false });
    return key;
  }

  #delta(index: unknown, { text, toolUse, reasoningContent, citation, image }: Json): void {
    const call = this.#calls.get(index);
    const input = textOf(objectOf(toolUse)?.input);
    // The first piece of an input is empty.
    if (call !== undefined && input !== '') {
      call.hasInput = true;
      this.#order.add(0, call.key, input);
    }
    this.#order.say(0, TEXT, textOf(text));
    const reasoning = objectOf(reasoningContent);
    if (reasoning !== null) this.#think(reasoning);
    this.#cite(citation);
    this.#show(image);
  }

  #end(index: unknown): void {
    const call = this.#calls.get(index);
    this.#calls.delete(index);
    if (call !== undefined && !call.hasInput) this.#order.add(0, call.key, '{}');
    this.#order.close(0, call?.key);
  }

  #block({ text, toolUse, reasoningContent, citationsContent, image }: Json): void {
    this.#order.say(0, TEXT, textOf(text));
    const call = objectOf(toolUse);
    if (call !== null) {
      const key = this.#open(call);
      this.#order.add(0, key, JSON.stringify(objectOf(call.input) ?? {}));
      this.#order.close(0, key);
    }
    const reasoning = objectOf(reasoningContent);
    if (reasoning !== null) this.#think({ ...reasoning, ...objectOf(reasoning.reasoningText) });
    const cited = objectOf(citationsContent);
    for (const part of listOf(cited?.content)) this.#order.say(0, TEXT, textOf(objectOf(part)?.text));
    for (const citation of listOf(cited?.citations)) this.#cite(citation);
    this.#show(image);
    // Its neighbour of one kind is another block.
    this.#order.close(0);
  }

  #think({ text, signature, redactedContent }: Json): void {
    this.#order.say(0, THINKING, textOf(text));
    const value = textOf(signature);
    const redacted = textOf(redactedContent);
    if (value !== '') this.#order.note(0, { kind: 'seal', seal: { dialect: DIALECT, value } }, THINKING);
    if (redacted !== '')
      this.#order.note(0, { kind: 'seal', seal: redactedSeal(redacted, DIALECT) }, THINKING);
  }

  #cite(value: unknown): void {
    const citation = objectOf(value);
    if (citation !== null) this.#order.note(0, { kind: 'citation', citation: readCitation(citation) }, TEXT);
  }

  #show(value: unknown): void {
    const image = objectOf(value);
    const data = textOf(objectOf(image?.source)?.bytes);
    if (image === null || data === '') return;
    this.#count += 1;
    const key = `block ${this.#count}`;
    this.#order.open(0, key, mediaOf(textOf(image.format), data));
    this.#order.close(0, key);
  }

  #stop({ stopReason, additionalModelResponseFields }: Json): void {
    const raw = textOf(stopReason);
    const delta = objectOf(objectOf(additionalModelResponseFields)?.delta);
    const sequence = textOf(delta?.stop_sequence);
    if (raw !== '') this.#order.stop(0, { reason: readStop(converseStops, raw), raw, sequence });
  }

  #metadata(said: Json): void {
    const usage = readConverseUsage(said.usage);
    if (usage === null) return;
    this.#hasUsage = true;
    const tier = textOf(objectOf(said.serviceTier)?.type);
    this.#order.usage({ ...usage, tier: serviceTierOf(tier) }, { serviceTier: tier });
  }
}

function readCitation({ title, location, sourceContent }: Json): Citation {
  const texts = listOf(sourceContent).map((content) => textOf(objectOf(content)?.text));
  const url = textOf(objectOf(objectOf(location)?.web)?.url);
  return { url, title: textOf(title), text: texts.join(''), start: null, end: null };
}

const mediaOf = (format: string, data: string): MediaPart => ({
  ...{ kind: 'media', media: 'image', mimeType: `image/${format || 'png'}`, name: '' },
  source: { kind: 'bytes', data },
  ...{ detail: '', mark: null },
});
