import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { AnswerOptions } from '../conversation-format.ts';
import type { AnswerHead, Logprob, PartNote, Stop } from '../neutral/answer.ts';
import type { PartHead, StreamWriter } from '../neutral/answer-sink.ts';
import { BrokenAnswerError } from '../neutral/broken-answer.ts';
import type { Seal } from '../neutral/conversation.ts';
import {
  bareResponse,
  failedEvent,
  type ResponseHead,
  responseEvent,
  responsesErrors,
  terminalEvents,
} from './openai-responses-events.ts';
import {
  asShown,
  callItem,
  callPrefix,
  callSealItem,
  endMembersOf,
  finishedItem,
  idPrefixes,
  isSearchCall,
  itemId,
  messageItem,
  outputText,
  reasoningItem,
  responseHeadOf,
  urlCitation,
  writeLogprob,
} from './openai-responses-items.ts';
import { writeResponsesUsage } from './openai-responses-usage.ts';

/** The last event repeats the whole answer: a longer one is not written. */
const MAX_TEXT_LENGTH = 16 * 2 ** 20;
/** A response is one answer. */
const CHOICE = 0;

type TextKind = 'text' | 'refusal' | 'thinking' | 'call';

/** The part that is open. */
interface OpenPart {
  head: PartHead;
  texts: string[];
  /** Event of its text, up to the text: everything but its number is known when the part opens. */
  beforeDelta: string;
  behindDelta: string;
  annotations: object[];
  logprobs: object[];
  seal: Seal | null;
  /** The thinking part was written; that happens with its first text. */
  isTold: boolean;
}

const NO_HEAD: AnswerHead = { id: '', model: '', createdSeconds: 0 };

/**
 * Writes the events of a response: an item at a time, a part of it at a time, each with its beginning and end.
 * Source: OpenAI API reference, "Streaming events".
 */
export class ResponsesStreamWriter implements StreamWriter {
  readonly #options: AnswerOptions;
  #out = '';
  #number = 0;
  #head: ResponseHead | null = null;
  readonly #output: object[] = [];
  #part: OpenPart | null = null;
  /** Id of the open item, and the parts of the message that it is; null where it is none. */
  #itemId = '';
  #content: object[] | null = null;
  #textLength = 0;
  #stop: Stop | null = null;
  #usage: Usage | null = null;
  #serviceTier = '';

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  start(head: AnswerHead): void {
    this.#head = responseHeadOf(head, this.#options.fallback);
    const response = bareResponse(this.#head, {});
    this.#event('response.created', { response });
    this.#event('response.in_progress', { response });
  }

  open(choice: number, _part: number, told: PartHead): void {
    if (choice !== CHOICE) return;
    const head = asShown(told, this.#options);
    const isSaid = head.kind === 'text' || head.kind === 'refusal';
    if (!isSaid) this.#closeMessage();
    if (isSaid && this.#content === null) this.#openMessage();
    this.#part = {
      ...{ head, texts: [], beforeDelta: '', behindDelta: '', annotations: [], logprobs: [], seal: null },
      isTold: isSaid,
    };
    if (isSaid) this.#openContent(head.kind);
    else if (head.kind === 'call') {
      this.#openItem(callPrefix(head), (id) => this.#callItem(id, head, null));
      if (isSearchCall(head, this.#options.namespaced)) return;
      const type = head.isCustom ? 'custom_tool_call_input' : 'function_call_arguments';
      this.#prepareDelta(`response.${type}.delta`, '');
    } else if (head.kind === 'thinking') {
      this.#openItem('rs', (id) => ({ id, type: 'reasoning', summary: [] }));
    }
  }

  add(choice: number, _part: number, text: string): void {
    const part = this.#part;
    if (choice !== CHOICE || part === null) return;
    this.#textLength += text.length;
    if (this.#textLength > MAX_TEXT_LENGTH) throw new BrokenAnswerError('the answer is too long');
    if (!part.isTold && part.head.kind === 'thinking') this.#openThinking(part, part.head.isSummary);
    part.texts.push(text);
    if (part.beforeDelta === '') return;
    this.#out += `${part.beforeDelta}${this.#number}${part.behindDelta}${JSON.stringify(text)}}\n\n`;
    this.#number += 1;
  }

  note(choice: number, _part: number, note: PartNote): void {
    const part = this.#part;
    if (choice !== CHOICE || part === null) return;
    if (note.kind === 'seal') {
      // A seal may come in pieces.
      const { dialect, value } = note.seal;
      part.seal = { dialect, value: (part.seal?.value ?? '') + value };
    } else if (part.head.kind === 'text') {
      const annotation = urlCitation(note.citation);
      const annotation_index = part.annotations.length;
      part.annotations.push(annotation);
      this.#event('response.output_text.annotation.added', {
        ...this.#contentPlace,
        annotation_index,
        annotation,
      });
    }
  }

  close(choice: number): void {
    const part = this.#part;
    if (choice !== CHOICE || part === null) return;
    const { head } = part;
    const text = part.texts.join('');
    if (head.kind === 'text' || head.kind === 'refusal') this.#closeContent(part, head.kind, text);
    else if (head.kind === 'call') this.#closeCall(part, head, text);
    else if (head.kind === 'thinking') this.#closeThinking(part, head.isSummary, text);
    else this.#tellItem(head);
    this.#part = null;
  }

  logprobs(choice: number, logprobs: readonly Logprob[]): void {
    if (choice !== CHOICE || this.#part?.head.kind !== 'text') return;
    for (const logprob of logprobs) this.#part.logprobs.push(writeLogprob(logprob));
  }

  stop(choice: number, stop: Stop): void {
    if (choice === CHOICE) this.#stop = stop;
  }

  usage(usage: Usage, serviceTier: string): void {
    this.#usage = usage;
    this.#serviceTier = serviceTier;
  }

  take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  takeEnd(charged: Usage | null): string {
    if (this.#head === null) this.start(NO_HEAD);
    this.#closeMessage();
    this.#options.onItems?.(this.#output);
    const usage = this.#usage ?? charged;
    const members = endMembersOf(this.#stop);
    const response = bareResponse(this.#head as ResponseHead, {
      ...members,
      output: this.#output,
      usage: usage === null ? null : writeResponsesUsage(usage),
      ...(this.#serviceTier !== '' && { service_tier: this.#serviceTier }),
    });
    this.#event(terminalEvents.get(members.status) as string, { response });
    return this.take();
  }

  breakOff(error: GatewayError, requestId: string): string {
    if (this.#head === null) return responsesErrors.event(error, requestId);
    return failedEvent(this.#head, this.#number, { error, requestId, output: this.#output });
  }

  #event(type: string, members: object): void {
    this.#out += responseEvent(type, this.#number, members);
    this.#number += 1;
  }

  get #place(): object {
    return { item_id: this.#itemId, output_index: this.#output.length };
  }

  get #contentPlace(): object {
    return { ...this.#place, content_index: this.#content?.length ?? 0 };
  }

  #openItem(prefix: string, itemOf: (id: string) => object): void {
    this.#itemId = itemId(prefix, this.#head as ResponseHead, this.#output.length);
    const output_index = this.#output.length;
    this.#event('response.output_item.added', { output_index, item: itemOf(this.#itemId) });
  }

  #closeItem(item: object): void {
    this.#event('response.output_item.done', { output_index: this.#output.length, item });
    this.#output.push(item);
  }

  #openMessage(): void {
    this.#openItem(idPrefixes.text, (id) => messageItem(id, 'in_progress', []));
    this.#content = [];
  }

  #closeMessage(): void {
    if (this.#content === null) return;
    this.#closeItem(messageItem(this.#itemId, 'completed', this.#content));
    this.#content = null;
  }

  #openContent(kind: TextKind): void {
    const place = this.#contentPlace;
    const part = kind === 'text' ? outputText('', [], []) : { type: 'refusal', refusal: '' };
    this.#event('response.content_part.added', { ...place, part });
    this.#prepareDelta(
      kind === 'text' ? 'response.output_text.delta' : 'response.refusal.delta',
      `"content_index":${this.#content?.length ?? 0},${kind === 'text' ? '"logprobs":[],' : ''}`,
    );
  }

  #closeContent({ annotations, logprobs }: OpenPart, kind: 'text' | 'refusal', text: string): void {
    const place = this.#contentPlace;
    const part =
      kind === 'text' ? outputText(text, annotations, logprobs) : { type: 'refusal', refusal: text };
    if (kind === 'text') this.#event('response.output_text.done', { ...place, text, logprobs });
    else this.#event('response.refusal.done', { ...place, refusal: text });
    this.#event('response.content_part.done', { ...place, part });
    this.#content?.push(part);
  }

  #closeCall({ seal }: OpenPart, head: PartHead & { kind: 'call' }, text: string): void {
    const given = head.isCustom ? text : text || '{}';
    if (isSearchCall(head, this.#options.namespaced)) {
      this.#closeItem(this.#callItem(this.#itemId, head, given));
      return;
    }
    if (head.isCustom) this.#event('response.custom_tool_call_input.done', { ...this.#place, input: given });
    else this.#event('response.function_call_arguments.done', { ...this.#place, arguments: given });
    this.#closeItem(this.#callItem(this.#itemId, head, given));
    if (seal === null) return;
    this.#openItem('rs', (id) => ({ id, type: 'reasoning', summary: [] }));
    this.#closeItem(callSealItem(this.#itemId, head.id, seal));
  }

  #callItem(id: string, head: PartHead & { kind: 'call' }, input: string | null): object {
    return callItem(id, { head, input, namespaced: this.#options.namespaced });
  }

  #openThinking(part: OpenPart, isSummary: boolean): void {
    part.isTold = true;
    if (isSummary) {
      const at = { ...this.#place, summary_index: 0, part: { type: 'summary_text', text: '' } };
      this.#event('response.reasoning_summary_part.added', at);
      this.#prepareDelta('response.reasoning_summary_text.delta', '"summary_index":0,');
    } else {
      const at = { ...this.#place, content_index: 0, part: { type: 'reasoning_text', text: '' } };
      this.#event('response.content_part.added', at);
      this.#prepareDelta('response.reasoning_text.delta', '"content_index":0,');
    }
  }

  #closeThinking({ isTold, seal }: OpenPart, isSummary: boolean, text: string): void {
    const place = { ...this.#place, ...(isSummary ? { summary_index: 0 } : { content_index: 0 }) };
    if (isTold) {
      const name = isSummary ? 'response.reasoning_summary' : 'response.reasoning';
      const part = { type: isSummary ? 'summary_text' : 'reasoning_text', text };
      this.#event(`${name}_text.done`, { ...place, text });
      this.#event(isSummary ? `${name}_part.done` : 'response.content_part.done', { ...place, part });
    }
    this.#closeItem(reasoningItem(this.#itemId, { text, isSummary, seal }));
  }

  /** An item without pieces. */
  #tellItem(head: PartHead): void {
    if (head.kind !== 'media' && head.kind !== 'opaque') return;
    const id = itemId(idPrefixes[head.kind], this.#head as ResponseHead, this.#output.length);
    const item = finishedItem(id, head);
    if (item === null) return;
    this.#openItem(idPrefixes[head.kind], () => ({ id, type: item.type, status: 'in_progress' }));
    this.#closeItem(item);
  }

  /** No object is made for a piece of text. */
  #prepareDelta(type: string, place: string): void {
    const part = this.#part as OpenPart;
    const id = JSON.stringify(this.#itemId);
    part.beforeDelta = `event: ${type}\ndata: {"type":"${type}","sequence_number":`;
    part.behindDelta = `,"item_id":${id},"output_index":${this.#output.length},${place}"delta":`;
  }
}
