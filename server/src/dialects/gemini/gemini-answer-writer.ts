import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { AnswerOptions } from '../conversation-format.ts';
import type { Answer, AnswerChoice, AnswerHead, Logprob, PartNote, Stop } from '../neutral/answer.ts';
import type { PartHead, StreamWriter } from '../neutral/answer-sink.ts';
import { MalformedCallError } from '../neutral/broken-answer.ts';
import { inputAsObject } from '../neutral/call-input.ts';
import type { Citation, MediaPart, Part, Seal } from '../neutral/conversation.ts';
import { geminiStops } from '../neutral/stop-reasons.ts';
import { PlainText, writeGrounding } from './gemini-citations.ts';
import { geminiErrors } from './gemini-errors.ts';
import { FOREIGN_CALL, needsItsText, writeSignature } from './gemini-seals.ts';
import { writeGeminiUsage } from './gemini-usage.ts';

const DIALECT = 'gemini';
/** Google has the input of a call as one object, so it waits for its end. */
const MAX_INPUT_LENGTH = 4 * 2 ** 20;
/** Google's packages take a content without parts for a broken one. */
const NOTHING = '{"text":""}';

/** Source: Gemini API reference, "GenerateContentResponse". */
export function writeGeminiAnswer({ head, choices, usage }: Answer, options: AnswerOptions): object {
  const charged = usage ?? options.counted;
  return {
    candidates: choices.map(writeCandidate),
    ...(charged !== null && { usageMetadata: writeGeminiUsage(charged) }),
    ...headOf(head, options),
  };
}

const headOf = ({ id, model }: AnswerHead, { fallback }: AnswerOptions) => ({
  modelVersion: model || fallback.model,
  responseId: id || fallback.id,
});

function writeCandidate({ parts, stop, logprobs }: AnswerChoice, index: number): object {
  const written = writeParts(parts);
  const text = new PlainText();
  for (const part of parts) if (part.kind === 'text') text.add(part.text);
  const citations = parts.flatMap((part) => (part.kind === 'text' ? part.citations : []));
  return {
    content: { parts: written.length > 0 ? written : [{ text: '' }], role: 'model' },
    finishReason: finishReasonOf(stop, { refuses: parts.some(({ kind }) => kind === 'refusal') }),
    index,
    ...(citations.length > 0 && { groundingMetadata: writeGrounding(citations, text) }),
    ...(logprobs.length > 0 && { logprobsResult: logprobsOf(logprobs) }),
  };
}

/** @param refuses the text is a refusal, which this dialect expresses by its finish reason alone */
function finishReasonOf(stop: Stop | null, { refuses }: { refuses: boolean }): string {
  const reason = stop?.reason ?? 'end';
  return geminiStops.write[refuses && reason === 'end' ? 'refusal' : reason];
}

/**
 * The proof of thinking stands on the part after it, as Google's own: clients drop what was thought. One that is nothing
 * without its text stands on that.
 */
function writeParts(parts: readonly Part[]): object[] {
  let signature: { thoughtSignature?: string } = {};
  const written = parts.flatMap((part): object[] => {
    if (part.kind === 'thinking') {
      const { text, seal } = part;
      const own = seal === null ? null : { thoughtSignature: writeSignature(seal) };
      const before = signature.thoughtSignature === undefined ? [] : [{ text: '', ...signature }];
      const thought = text === '' ? [] : [{ text, thought: true }];
      const stays = seal !== null && text !== '' && needsItsText(seal);
      signature = stays ? {} : { ...own };
      return [...before, ...(stays ? [{ ...thought[0], ...own }] : thought)];
    }
    const one = writePart(part);
    if (one === null) return [];
    const signed = { ...one, ...signature };
    signature = {};
    return [signed];
  });
  markCall(written);
  return signature.thoughtSignature === undefined ? written : [...written, { text: '', ...signature }];
}

/** Google wants a proof with the first call of an answer. */
function markCall(parts: { functionCall?: object; thoughtSignature?: string }[]): void {
  const call = parts.find(({ functionCall }) => functionCall !== undefined);
  if (call !== undefined) call.thoughtSignature ??= FOREIGN_CALL;
}

function writePart(part: Part): object | null {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text === '' ? null : { text: part.text };
    case 'call':
      return { functionCall: { id: part.id, name: part.name, args: inputAsObject(part.input) } };
    case 'media':
      return mediaOf(part);
    case 'opaque':
      return part.dialect === DIALECT ? part.value : null;
    default:
      return null;
  }
}

const mediaOf = ({ mimeType, source }: MediaPart): object | null => {
  if (source.kind === 'bytes') return { inlineData: { mimeType, data: source.data } };
  return source.kind === 'url' ? { fileData: { mimeType, fileUri: source.url } } : null;
};

function logprobsOf(logprobs: readonly Logprob[]): object {
  const tokenOf = ({ token, logprob }: { token: string; logprob: number }) => ({
    token,
    logProbability: logprob,
  });
  return {
    chosenCandidates: logprobs.map(tokenOf),
    topCandidates: logprobs.map(({ top }) => ({ candidates: top.map(tokenOf) })),
  };
}

interface ChoiceState {
  kind: PartHead['kind'];
  /** The open call; null if none is open. */
  call: { id: string; name: string; input: string[]; length: number } | null;
  /** The open thinking has a text. */
  hasThought: boolean;
  /** Its proof, which may come in pieces. */
  seal: Seal | null;
  /** Waits for the next part. */
  signature: string | null;
  /** See `markCall`. */
  hasCalled: boolean;
  text: PlainText;
  citations: Citation[];
  logprobs: Logprob[];
  refuses: boolean;
  stop: Stop | null;
  /** The newest call, until the next part or the end: an older package of Google's drops turns that end with no part. */
  lastCall: string;
}

/**
 * Writes events as strings around the one value that changes; there is no last event but the one with the finish
 * reasons and the usage. Without `alt=sse` events are elements of a list.
 */
export class GeminiStreamWriter implements StreamWriter {
  readonly #options: AnswerOptions;
  readonly #choices: ChoiceState[] = [];
  #out = '';
  /** Members after the candidates of every event. */
  #behind = '';
  /** The list has been opened. */
  #isOpen = false;
  #usage: Usage | null = null;

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  start(head: AnswerHead): void {
    this.#behind = `,${JSON.stringify(headOf(head, this.#options)).slice(1)}`;
  }

  open(choice: number, _part: number, head: PartHead): void {
    const state = this.#choice(choice);
    state.kind = head.kind;
    state.hasThought = false;
    state.refuses ||= head.kind === 'refusal';
    // The next thinking may have a proof of its own.
    if (head.kind === 'thinking' && state.signature !== null) this.#part(choice, state, '"text":""');
    if (head.kind === 'call') state.call = { id: head.id, name: head.name, input: [], length: 0 };
    else if (head.kind === 'media' || head.kind === 'opaque') {
      const part = writePart(head);
      if (part !== null) this.#part(choice, state, JSON.stringify(part).slice(1, -1));
    }
  }

  add(choice: number, _part: number, text: string): void {
    const state = this.#choice(choice);
    if (state.call !== null) {
      state.call.length += text.length;
      if (state.call.length > MAX_INPUT_LENGTH)
        throw new MalformedCallError('the input of a call is too long');
      state.call.input.push(text);
    } else if (state.kind === 'thinking') {
      state.hasThought = true;
      this.#emit(choice, `{"text":${JSON.stringify(text)},"thought":true}`);
    } else {
      if (state.kind === 'text') state.text.add(text);
      this.#part(choice, state, `"text":${JSON.stringify(text)}`);
    }
  }

  note(choice: number, _part: number, note: PartNote): void {
    const state = this.#choice(choice);
    if (note.kind === 'citation') state.citations.push(note.citation);
    // The proof of a call's thinking has come before the call.
    else if (state.kind === 'thinking')
      state.seal = { dialect: note.seal.dialect, value: (state.seal?.value ?? '') + note.seal.value };
  }

  close(choice: number): void {
    const state = this.#choice(choice);
    if (state.seal !== null) {
      const signature = writeSignature(state.seal);
      const staysWithText = state.hasThought && needsItsText(state.seal);
      state.seal = null;
      if (staysWithText)
        this.#emit(choice, `{"text":"","thought":true,"thoughtSignature":${JSON.stringify(signature)}}`);
      else state.signature = signature;
    }
    if (state.call === null) return;
    const { id, name, input } = state.call;
    state.call = null;
    const functionCall = JSON.stringify({ id, name, args: inputAsObject(input.join('')) });
    this.#tellLastCall(choice, state);
    if (!state.hasCalled) state.signature ??= FOREIGN_CALL;
    state.hasCalled = true;
    state.lastCall = this.#signed(state, `"functionCall":${functionCall}`);
  }

  logprobs(choice: number, logprobs: readonly Logprob[]): void {
    const told = this.#choice(choice).logprobs;
    for (const logprob of logprobs) told.push(logprob);
  }

  stop(choice: number, stop: Stop): void {
    this.#choice(choice).stop = stop;
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
    const candidates = Array.from({ length: Math.max(1, this.#choices.length) }, (_, index) =>
      this.#lastOf(this.#choices[index], index),
    );
    const members = [
      `"candidates":[${candidates.join(',')}]`,
      ...(usage === null ? [] : [`"usageMetadata":${JSON.stringify(writeGeminiUsage(usage))}`]),
    ];
    this.#event(`{${members.join(',')}${this.#behind}`);
    return this.take() + (this.#isList ? '\n]' : '');
  }

  breakOff(error: GatewayError, requestId: string): string {
    if (!this.#isList) return geminiErrors.event(error, requestId);
    return `${this.#isOpen ? ',\n' : '['}${geminiErrors.body(error, requestId)}\n]`;
  }

  get #isList(): boolean {
    return this.#options.framing === 'json-array';
  }

  #lastOf(state: ChoiceState | undefined, index: number): string {
    const {
      signature = null,
      text = new PlainText(),
      citations = [],
      logprobs = [],
      refuses = false,
      stop = null,
      lastCall = '',
    } = state ?? {};
    const proof = signature === null ? '' : JSON.stringify({ text: '', thoughtSignature: signature });
    const parts = [lastCall, proof].filter((part) => part !== '').join(',') || NOTHING;
    const rest = {
      finishReason: finishReasonOf(stop, { refuses }),
      index,
      ...(citations.length > 0 && { groundingMetadata: writeGrounding(citations, text) }),
      ...(logprobs.length > 0 && { logprobsResult: logprobsOf(logprobs) }),
    };
    return `{"content":{"parts":[${parts}],"role":"model"},${JSON.stringify(rest).slice(1)}`;
  }

  /** @param members of a part, without its brackets */
  #part(choice: number, state: ChoiceState, members: string): void {
    this.#emit(choice, this.#signed(state, members));
  }

  #signed(state: ChoiceState, members: string): string {
    const { signature } = state;
    state.signature = null;
    const signed = signature === null ? '' : `,"thoughtSignature":${JSON.stringify(signature)}`;
    return `{${members}${signed}}`;
  }

  #tellLastCall(choice: number, state: ChoiceState): void {
    const { lastCall } = state;
    state.lastCall = '';
    if (lastCall !== '') this.#emit(choice, lastCall);
  }

  #emit(choice: number, part: string): void {
    this.#tellLastCall(choice, this.#choice(choice));
    this.#event(
      `{"candidates":[{"content":{"parts":[${part}],"role":"model"},"index":${choice}}]${this.#behind}`,
    );
  }

  #event(json: string): void {
    if (this.#isList) this.#out += (this.#isOpen ? ',\n' : '[') + json;
    else this.#out += `data: ${json}\n\n`;
    this.#isOpen = true;
  }

  #choice(number: number): ChoiceState {
    let state = this.#choices[number];
    if (state === undefined) {
      state = {
        ...{
          kind: 'text' as const,
          call: null,
          hasThought: false,
          seal: null,
          signature: null,
          hasCalled: false,
          text: new PlainText(),
        },
        ...{ citations: [], logprobs: [], refuses: false, stop: null, lastCall: '' },
      };
      this.#choices[number] = state;
    }
    return state;
  }
}
