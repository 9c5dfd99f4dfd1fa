import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { AnswerOptions } from '../conversation-format.ts';
import type { Answer, AnswerChoice, AnswerHead, Logprob, PartNote, Stop } from '../neutral/answer.ts';
import type { PartHead, StreamWriter } from '../neutral/answer-sink.ts';
import type { CallPart, Citation, Part, Seal } from '../neutral/conversation.ts';
import { dataUrl } from '../neutral/data-url.ts';
import { writeSeal } from '../neutral/seals.ts';
import { chatStops } from '../neutral/stop-reasons.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { writeChatUsage } from '../openai/openai-usage.ts';
import { DONE } from './openai-chat-chunks.ts';

const DIALECT = 'openai-chat';

/** Source: OpenAI API reference, "The chat completion object". */
export function writeChatAnswer(
  { head, choices, usage, serviceTier }: Answer,
  options: AnswerOptions,
): object {
  const charged = usage ?? options.counted;
  return {
    ...headOf(head, options, 'chat.completion'),
    choices: choices.map((choice, index) => writeChoice(choice, index)),
    ...(charged !== null && { usage: writeChatUsage(charged) }),
    ...(serviceTier !== '' && { service_tier: serviceTier }),
  };
}

function writeChoice({ parts, stop, logprobs }: AnswerChoice, index: number): object {
  const said = (kind: 'text' | 'thinking' | 'refusal'): string =>
    parts.map((part) => (part.kind === kind ? part.text : '')).join('');
  const calls = parts.filter((part) => part.kind === 'call');
  const text = said('text');
  const thinking = said('thinking');
  const images = parts.flatMap(imageOf);
  const annotations = parts.flatMap((part) => (part.kind === 'text' ? part.citations.map(annotationOf) : []));
  const details = detailsOf(parts);
  return {
    index,
    message: {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      refusal: said('refusal') || null,
      ...(thinking !== '' && { reasoning_content: thinking }),
      ...(details.length > 0 && { reasoning_details: details }),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => writeCall(call)) }),
      ...(images.length > 0 && { images }),
      ...(annotations.length > 0 && { annotations }),
    },
    logprobs: logprobs.length === 0 ? null : { content: logprobs.map(logprobOf), refusal: null },
    finish_reason: chatStops.write[stop?.reason ?? 'end'],
  };
}

const writeCall = ({ id, name, input, isCustom, seal }: CallPart): object => ({
  id,
  ...(isCustom
    ? { type: 'custom', custom: { name, input } }
    : { type: 'function', function: { name, arguments: input || '{}' } }),
  ...(seal !== null && sealOfCall(writeSeal(seal, 'gemini'))),
});

/** Where Google's own chat API has it. */
const sealOfCall = (value: string) => ({ extra_content: { google: { thought_signature: value } } });

/** Each block of thinking with its seal. Source: OpenRouter, "Reasoning tokens": `reasoning_details`. */
const detailsOf = (parts: readonly Part[]): object[] =>
  parts
    .filter((part) => part.kind === 'thinking')
    .filter(({ text, seal }) => text !== '' || seal !== null)
    .map(({ text, seal }, index) => ({
      type: 'reasoning.text',
      text,
      ...(seal !== null && { signature: writeSeal(seal, DIALECT) }),
      index,
    }));

function imageOf(part: Part): object[] {
  if (part.kind !== 'media' || part.media !== 'image') return [];
  const { mimeType, source } = part;
  if (source.kind !== 'bytes' && source.kind !== 'url') return [];
  const url = source.kind === 'url' ? source.url : dataUrl(mimeType, source.data);
  return [{ type: 'image_url', image_url: { url } }];
}

const annotationOf = ({ url, title, start, end }: Citation): object => ({
  type: 'url_citation',
  url_citation: { url, title, start_index: start ?? 0, end_index: end ?? 0 },
});

const logprobOf = ({ top, ...token }: Logprob): object => ({ ...token, top_logprobs: top });

function headOf(head: AnswerHead, { fallback }: AnswerOptions, object: string) {
  return {
    id: head.id || fallback.id,
    object,
    created: head.createdSeconds || fallback.createdSeconds,
    model: head.model || fallback.model,
  };
}

/**
 * Writes chunks as strings around the one value that changes: no object is made for an event.
 * Source: OpenAI API reference, "The chat completion chunk object".
 */
export class ChatStreamWriter implements StreamWriter {
  readonly #options: AnswerOptions;
  #out = '';
  /** Members before and after the choices of every chunk. */
  #before = '';
  #behind = '';
  #head: AnswerHead = { id: '', model: '', createdSeconds: 0 };
  readonly #choices: ChoiceState[] = [];
  /** Ends of the last chunks, which tell the tier. */
  #stops: string[] = [];
  #usage: Usage | null = null;
  #serviceTier = '';

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  start(head: AnswerHead): void {
    this.#head = head;
    this.#before = `data: ${JSON.stringify(headOf(head, this.#options, 'chat.completion.chunk')).slice(0, -1)},"choices":[{"index":`;
    this.#behind = this.#options.wantsUsage ? '],"usage":null}\n\n' : ']}\n\n';
  }

  open(choice: number, part: number, head: PartHead): void {
    const state = this.#choice(choice);
    this.#sayRole(choice, state);
    state.part = part;
    state.kind = head.kind;
    state.hasText = false;
    state.seal = null;
    if (head.kind === 'thinking') state.isDetailOpen = false;
    else if (head.kind === 'call') {
      const { id, name, isCustom } = head;
      const given = isCustom
        ? `"type":"custom","custom":{"name":${JSON.stringify(name)},"input":""}`
        : `"type":"function","function":{"name":${JSON.stringify(name)},"arguments":""}`;
      this.#delta(choice, `"tool_calls":[{"index":${state.calls},"id":${JSON.stringify(id)},${given}}]`);
      state.inputName = isCustom ? '"custom":{"input":' : '"function":{"arguments":';
      state.calls += 1;
    } else if (head.kind === 'media') {
      const images = imageOf(head);
      if (images.length > 0) this.#delta(choice, `"images":${JSON.stringify(images)}`);
    }
  }

  add(choice: number, _part: number, text: string): void {
    const state = this.#choice(choice);
    const value = JSON.stringify(text);
    state.hasText = true;
    if (state.kind === 'text') this.#delta(choice, `"content":${value}`);
    else if (state.kind === 'thinking')
      this.#delta(choice, `"reasoning_content":${value},${this.#detail(state, `"text":${value}`)}`);
    else if (state.kind === 'refusal') this.#delta(choice, `"refusal":${value}`);
    else if (state.kind === 'call') this.#input(choice, state, value);
  }

  note(choice: number, _part: number, note: PartNote): void {
    const state = this.#choice(choice);
    if (note.kind === 'citation')
      this.#delta(choice, `"annotations":${JSON.stringify([annotationOf(note.citation)])}`);
    else if (state.kind === 'thinking') {
      // Clients keep the first signature of a block: its pieces leave together.
      const { dialect, value } = note.seal;
      state.seal = { dialect, value: (state.seal?.value ?? '') + value };
    } else if (state.kind === 'call') {
      // Packages refuse a fragment of a call that has no arguments.
      const seal = JSON.stringify(sealOfCall(writeSeal(note.seal, 'gemini'))).slice(1, -1);
      this.#delta(choice, `"tool_calls":[{"index":${state.calls - 1},${state.inputName}""},${seal}}]`);
    }
  }

  close(choice: number): void {
    const state = this.#choice(choice);
    if (state.kind === 'thinking' && state.seal !== null) {
      const signature = JSON.stringify(writeSeal(state.seal, DIALECT));
      this.#delta(choice, this.#detail(state, `"text":"","signature":${signature}`));
    }
    if (state.kind === 'call' && !state.hasText && state.inputName.startsWith('"function'))
      this.#input(choice, state, '"{}"');
  }

  logprobs(choice: number, logprobs: readonly Logprob[]): void {
    const content = JSON.stringify(logprobs.map(logprobOf));
    this.#out += `${this.#before}${choice},"delta":{},"logprobs":{"content":${content},"refusal":null},"finish_reason":null}${this.#behind}`;
  }

  stop(choice: number, { reason }: Stop): void {
    // Packages refuse an answer without one, also where nothing was said.
    this.#sayRole(choice, this.#choice(choice));
    const finish = JSON.stringify(chatStops.write[reason]);
    this.#stops.push(`${this.#before}${choice},"delta":{},"finish_reason":${finish}}`);
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
    const usage = this.#usage ?? charged;
    const head = headOf(this.#head, this.#options, 'chat.completion.chunk');
    const tier = this.#serviceTier === '' ? {} : { service_tier: this.#serviceTier };
    const last =
      this.#options.wantsUsage && usage !== null
        ? `data: ${JSON.stringify({ ...head, choices: [], usage: writeChatUsage(usage), ...tier })}\n\n`
        : '';
    const behind =
      this.#serviceTier === ''
        ? this.#behind
        : this.#behind.replace(']', `],"service_tier":${JSON.stringify(this.#serviceTier)}`);
    return this.take() + this.#stops.map((stop) => stop + behind).join('') + last + DONE;
  }

  breakOff(error: GatewayError, requestId: string): string {
    return openAiErrors.event(error, requestId);
  }

  #sayRole(choice: number, state: ChoiceState): void {
    if (state.hasRole) return;
    state.hasRole = true;
    this.#delta(choice, '"role":"assistant","content":""');
  }

  #delta(choice: number, members: string): void {
    this.#out += `${this.#before}${choice},"delta":{${members}},"finish_reason":null}${this.#behind}`;
  }

  /**
   * A piece of a block of thinking. OpenRouter's own package takes texts that follow each other for one block, whatever
   * their index, so that an empty summary stands between two.
   */
  #detail(state: ChoiceState, members: string): string {
    let between = '';
    if (!state.isDetailOpen) {
      state.isDetailOpen = true;
      state.detail += 1;
      if (state.detail > 0) {
        between = `{"type":"reasoning.summary","summary":"","index":${state.detail}},`;
        state.detail += 1;
      }
    }
    return `"reasoning_details":[${between}{"type":"reasoning.text",${members},"index":${state.detail}}]`;
  }

  #input(choice: number, { calls, inputName }: ChoiceState, value: string): void {
    this.#delta(choice, `"tool_calls":[{"index":${calls - 1},${inputName}${value}}}]`);
  }

  #choice(number: number): ChoiceState {
    let state = this.#choices[number];
    if (state === undefined) {
      state = {
        ...{ hasRole: false, part: -1, kind: 'text', hasText: false, calls: 0, inputName: '' },
        ...{ detail: -1, isDetailOpen: false, seal: null },
      };
      this.#choices[number] = state;
    }
    return state;
  }
}

interface ChoiceState {
  hasRole: boolean;
  part: number;
  kind: PartHead['kind'];
  hasText: boolean;
  calls: number;
  inputName: string;
  /** Index of the last piece of thinking, and whether it is of the open part. */
  detail: number;
  isDetailOpen: boolean;
  /** Seal of the open thinking block. */
  seal: Seal | null;
}
