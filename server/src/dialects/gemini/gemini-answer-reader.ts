import { randomBytes } from 'node:crypto';
import type { Logprob } from '../neutral/answer.ts';
import type { AnswerOrder } from '../neutral/answer-order.ts';
import type { StreamReader } from '../neutral/answer-sink.ts';
import { BrokenAnswerError } from '../neutral/broken-answer.ts';
import type { MediaPart, Seal } from '../neutral/conversation.ts';
import { type Json, objectOf, parseObject, placeOf, textOf } from '../neutral/json-values.ts';
import { geminiStops, readStop } from '../neutral/stop-reasons.ts';
import { PlainText, readGrounding, readQuotes } from './gemini-citations.ts';
import { PartialArgs } from './gemini-partial-args.ts';
import { FOREIGN_CALL } from './gemini-seals.ts';
import { readGeminiUsage } from './gemini-usage.ts';
import { GroundedSearches } from './grounded-searches.ts';

const DIALECT = 'gemini';
const TEXT = { kind: 'text' } as const;
const THINKING = { kind: 'thinking', isSummary: false } as const;

/** Parts of tools that run at Google, and their results. */
const OPAQUE = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];

interface Candidate {
  /** Parts with a key so far. */
  count: number;
  /** A call whose arguments come in pieces. */
  call: { key: string; args: PartialArgs } | null;
  text: PlainText;
  /** Passed on at the end, because each event may repeat them. */
  grounding: Json | null;
  quotes: Json | null;
}

/**
 * Reads answers of `generateContent`, whole and streamed: each event is an answer of its own shape.
 * Source: Gemini API reference, "GenerateContentResponse".
 */
export class GeminiAnswerReader implements StreamReader {
  readonly #order: AnswerOrder;
  readonly #candidates = new Map<number, Candidate>();
  readonly #searches = new GroundedSearches();
  #id = '';
  /** Prefix for calls without ids; no other answer of the conversation has the same. */
  #callPrefix = '';

  constructor(order: AnswerOrder) {
    this.#order = order;
  }

  /** @throws BrokenAnswerError where it is no answer */
  whole(tree: unknown): void {
    const answer = objectOf(tree);
    const isAnswer = Array.isArray(answer?.candidates) || objectOf(answer?.promptFeedback) !== null;
    if (answer === null || (!isAnswer && objectOf(answer.error) === null))
      throw new BrokenAnswerError('no list of candidates');
    this.#answer(answer);
    if (this.#order.findings.failure === null) this.#order.end();
  }

  event(data: string): void {
    const answer = parseObject(data);
    if (answer !== null) this.#answer(answer);
  }

  #answer(answer: Json): void {
    const order = this.#order;
    if (objectOf(answer.error) !== null) {
      order.fail(JSON.stringify(answer.error));
      return;
    }
    this.#id ||= textOf(answer.responseId);
    order.start({ id: this.#id, model: textOf(answer.modelVersion), createdSeconds: 0 });
    if (Array.isArray(answer.candidates))
      answer.candidates.forEach((one, place) => {
        const candidate = objectOf(one);
        if (candidate !== null) this.#candidate(candidate, placeOf(candidate.index) ?? place);
      });
    this.#searches.note(answer);
    order.findings.units = this.#searches.units;
    const usage = readGeminiUsage(answer.usageMetadata, this.#searches.units);
    if (usage !== null) order.usage(usage);
    const blocked = textOf(objectOf(answer.promptFeedback)?.blockReason);
    if (blocked === '') return;
    // A blocked prompt has no candidates, and nothing follows.
    order.stop(0, { reason: 'filter', raw: blocked, sequence: '' });
    order.end();
  }

  #candidate(candidate: Json, number: number): void {
    const state = this.#state(number);
    state.grounding = objectOf(candidate.groundingMetadata) ?? state.grounding;
    state.quotes = objectOf(candidate.citationMetadata) ?? state.quotes;
    const raw = textOf(candidate.finishReason);
    const isLast = raw !== '' && raw !== 'FINISH_REASON_UNSPECIFIED';
    const content = objectOf(candidate.content)?.parts;
    const parts = Array.isArray(content) ? content.map((part) => objectOf(part) ?? {}) : [];
    const cited = isLast ? parts.findLastIndex(isSaid) : -1;
    // The text has come before, and a proof in this event would end it.
    if (isLast && cited === -1 && state.call === null) this.#cite(number, state);
    parts.forEach((part, place) => {
      this.#part(part, { number, state, isCited: place === cited });
    });
    const logprobs = readLogprobs(objectOf(candidate.logprobsResult));
    if (logprobs.length > 0) this.#order.logprobs(number, logprobs);
    if (!isLast) return;
    this.#endCall(number, state);
    this.#cite(number, state);
    this.#order.stop(number, { reason: readStop(geminiStops, raw), raw, sequence: '' });
  }

  /** @param isCited it is the last text of the answer: what it cites comes before its proof, which ends it */
  #part(
    part: Json,
    { number, state, isCited }: { number: number; state: Candidate; isCited: boolean },
  ): void {
    const order = this.#order;
    const signature = textOf(part.thoughtSignature);
    const isSealed = signature !== '' && signature !== FOREIGN_CALL;
    const seal: Seal | null = isSealed ? { dialect: DIALECT, value: signature } : null;
    const call = objectOf(part.functionCall);
    if (call !== null) {
      this.#call(call, { number, state, seal });
      return;
    }
    const text = textOf(part.text);
    if (part.thought === true) order.say(number, THINKING, text);
    else if (text !== '') {
      order.say(number, TEXT, text);
      state.text.add(text);
      if (isCited) this.#cite(number, state);
    } else this.#other(part, number, state);
    // The proof of an answer's thinking comes with its last text; readers of answers look for the text first.
    if (seal === null) return;
    order.note(number, { kind: 'seal', seal }, THINKING);
    order.close(number);
  }

  #other(part: Json, number: number, state: Candidate): void {
    const media = objectOf(part.inlineData) ?? objectOf(part.fileData);
    if (media !== null) {
      this.#open(number, state, readMedia(media));
      return;
    }
    const type = OPAQUE.find((name) => objectOf(part[name]) !== null);
    if (type !== undefined)
      this.#open(number, state, { kind: 'opaque', dialect: DIALECT, type, value: part });
  }

  #open(number: number, state: Candidate, head: Parameters<AnswerOrder['open']>[2]): void {
    const key = this.#key(state);
    this.#order.open(number, key, head);
    this.#order.close(number, key);
  }

  /** A whole object at once; some models send its members one by one. */
  #call(call: Json, { number, state, seal }: { number: number; state: Candidate; seal: Seal | null }): void {
    const order = this.#order;
    const name = textOf(call.name);
    if (name !== '') {
      this.#endCall(number, state);
      // Passed on as the seal of thinking too, where most dialects have it.
      if (seal !== null) order.note(number, { kind: 'seal', seal }, THINKING);
      const key = this.#key(state);
      const id = textOf(call.id) || this.#callId(number, state);
      order.open(number, key, { kind: 'call', id, name, isCustom: false });
      if (seal !== null) order.noteOf(number, key, { kind: 'seal', seal });
      state.call = { key, args: new PartialArgs() };
      if (call.willContinue !== true) {
        order.add(number, key, JSON.stringify(objectOf(call.args) ?? {}));
        order.close(number, key);
        state.call = null;
      }
      return;
    }
    if (state.call === null) return;
    if (Array.isArray(call.partialArgs)) state.call.args.add(call.partialArgs);
    if (call.willContinue !== true) this.#endCall(number, state);
  }

  #callId(number: number, { count }: Candidate): string {
    this.#callPrefix ||= this.#id || randomBytes(12).toString('base64url');
    return `call_${this.#callPrefix}_${number}_${count}`;
  }

  #endCall(number: number, state: Candidate): void {
    if (state.call === null) return;
    this.#order.add(number, state.call.key, state.call.args.toJson());
    this.#order.close(number, state.call.key);
    state.call = null;
  }

  /** A text that has ended accepts no citation. Then an empty text carries them. */
  #cite(number: number, state: Candidate): void {
    const citations = [
      ...(state.grounding === null ? [] : readGrounding(state.grounding, state.text)),
      ...(state.quotes === null ? [] : readQuotes(state.quotes)),
    ];
    for (const citation of citations) this.#order.note(number, { kind: 'citation', citation }, TEXT);
    state.grounding = null;
    state.quotes = null;
  }

  #key(state: Candidate): string {
    state.count += 1;
    return `part ${state.count}`;
  }

  #state(number: number): Candidate {
    let state = this.#candidates.get(number);
    if (state === undefined) {
      state = {
        ...{ count: 0, call: null, text: new PlainText(), grounding: null },
        quotes: null,
      };
      this.#candidates.set(number, state);
    }
    return state;
  }
}

const isSaid = ({ text, thought, functionCall }: Json): boolean =>
  textOf(text) !== '' && thought !== true && objectOf(functionCall) === null;

function readMedia(given: Json): MediaPart {
  const mimeType = textOf(given.mimeType);
  const [kind = ''] = mimeType.split('/');
  const data = textOf(given.data);
  return {
    kind: 'media',
    media: kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file',
    mimeType,
    name: textOf(given.displayName),
    source: data === '' ? { kind: 'url', url: textOf(given.fileUri) } : { kind: 'bytes', data },
    detail: '',
    mark: null,
  };
}

/** Source: Gemini API reference, "LogprobsResult". */
function readLogprobs(result: Json | null): Logprob[] {
  const chosen = Array.isArray(result?.chosenCandidates) ? result.chosenCandidates : [];
  const tops = Array.isArray(result?.topCandidates) ? result.topCandidates : [];
  return chosen.map((one: unknown, place): Logprob => {
    const likely = objectOf(tops[place])?.candidates;
    return { ...tokenOf(one), top: Array.isArray(likely) ? likely.map(tokenOf) : [] };
  });
}

function tokenOf(value: unknown): { token: string; logprob: number; bytes: null } {
  const { token, logProbability } = objectOf(value) ?? {};
  return {
    token: textOf(token),
    logprob: typeof logProbability === 'number' ? logProbability : 0,
    bytes: null,
  };
}
