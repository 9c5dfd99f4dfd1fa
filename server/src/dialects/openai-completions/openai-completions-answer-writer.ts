import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { AnswerOptions } from '../conversation-format.ts';
import type { Answer, AnswerChoice, AnswerHead, Logprob, Stop } from '../neutral/answer.ts';
import type { PartHead, StreamWriter } from '../neutral/answer-sink.ts';
import type { Part, RefusalPart, TextPart } from '../neutral/conversation.ts';
import { completionStops } from '../neutral/stop-reasons.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { writeChatUsage } from '../openai/openai-usage.ts';
import { DONE, eventOf } from '../openai-chat/openai-chat-chunks.ts';
import { completionChunk } from './openai-completions-chunks.ts';

/** Parts that a completion can hold; thinking has no place in it. */
const isSaid = (part: Part): part is TextPart | RefusalPart =>
  part.kind === 'text' || part.kind === 'refusal';

/** Source: OpenAI API reference, "The completion object" (legacy). */
export function writeCompletion({ head, choices, usage }: Answer, options: AnswerOptions): object {
  const charged = usage ?? options.counted;
  return {
    ...headOf(head, options),
    choices: choices.map((choice, index) => writeChoice(choice, index)),
    ...(charged !== null && { usage: writeChatUsage(charged) }),
  };
}

function writeChoice({ parts, stop, logprobs }: AnswerChoice, index: number): object {
  return {
    text: parts.map((part) => (isSaid(part) ? part.text : '')).join(''),
    index,
    logprobs: logprobs.length === 0 ? null : writeLogprobs(logprobs, 0),
    finish_reason: completionStops[stop?.reason ?? 'end'],
  };
}

/**
 * Likely tokens as lists side by side.
 * @param offset characters of the answer before them
 */
function writeLogprobs(logprobs: readonly Logprob[], offset: number): object {
  let at = offset;
  const offsets = logprobs.map(({ token }) => {
    const start = at;
    at += lengthOf(token);
    return start;
  });
  const isTopTold = logprobs.some(({ top }) => top.length > 0);
  return {
    text_offset: offsets,
    token_logprobs: logprobs.map(({ logprob }) => logprob),
    tokens: logprobs.map(({ token }) => token),
    top_logprobs: isTopTold
      ? logprobs.map(({ top }) => Object.fromEntries(top.map(({ token, logprob }) => [token, logprob])))
      : null,
  };
}

/** In characters, of which some are two units. */
const lengthOf = (text: string): number => [...text].length;

const headOf = (head: AnswerHead, { fallback }: AnswerOptions) => ({
  id: head.id || fallback.id,
  object: completionChunk.object,
  created: head.createdSeconds || fallback.createdSeconds,
  model: head.model || fallback.model,
});

/**
 * Writes chunks as strings around the one value that changes: no object is made for an event.
 * Source: OpenAI API reference, "The completion object" (legacy): a stream's chunks have its shape.
 */
export class CompletionStreamWriter implements StreamWriter {
  readonly #options: AnswerOptions;
  #head: AnswerHead = { id: '', model: '', createdSeconds: 0 };
  #out = '';
  /** Members before and after the choice of every chunk. */
  #before = '';
  #behind = '';
  /** Per choice: whether its open part is written, and the length of the tokens so far, in characters. */
  readonly #choices: { isSaid: boolean; toldLength: number }[] = [];
  #stops = '';
  #usage: Usage | null = null;

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  start(head: AnswerHead): void {
    this.#head = head;
    this.#before = `data: ${JSON.stringify(headOf(head, this.#options)).slice(0, -1)},"choices":[{"text":`;
    this.#behind = this.#options.wantsUsage ? '}],"usage":null}\n\n' : '}]}\n\n';
  }

  open(choice: number, _part: number, { kind }: PartHead): void {
    this.#choice(choice).isSaid = kind === 'text' || kind === 'refusal';
  }

  add(choice: number, _part: number, text: string): void {
    if (this.#choice(choice).isSaid) this.#chunk(choice, JSON.stringify(text), 'null');
  }

  note(): void {}
  close(): void {}

  logprobs(choice: number, logprobs: readonly Logprob[]): void {
    const state = this.#choice(choice);
    this.#chunk(choice, '""', JSON.stringify(writeLogprobs(logprobs, state.toldLength)));
    for (const { token } of logprobs) state.toldLength += lengthOf(token);
  }

  stop(choice: number, { reason }: Stop): void {
    const finish = JSON.stringify(completionStops[reason]);
    this.#stops += `${this.#before}"","index":${choice},"logprobs":null,"finish_reason":${finish}${this.#behind}`;
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
    const usage = this.#usage ?? charged;
    const head = headOf(this.#head, this.#options);
    const last =
      this.#options.wantsUsage && usage !== null
        ? eventOf({ ...head, choices: [], usage: writeChatUsage(usage) })
        : '';
    return this.take() + this.#stops + last + DONE;
  }

  breakOff(error: GatewayError, requestId: string): string {
    return openAiErrors.event(error, requestId);
  }

  #chunk(choice: number, text: string, logprobs: string): void {
    this.#out += `${this.#before}${text},"index":${choice},"logprobs":${logprobs},"finish_reason":null${this.#behind}`;
  }

  #choice(number: number) {
    let state = this.#choices[number];
    if (state === undefined) {
      state = { isSaid: false, toldLength: 0 };
      this.#choices[number] = state;
    }
    return state;
  }
}
