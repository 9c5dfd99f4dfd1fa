import { GatewayError } from '../../platform/gateway-error.ts';
import { type Json, objectOf, textOf } from '../neutral/json-values.ts';
import { chatStops, isFailure, readStop } from '../neutral/stop-reasons.ts';
import { ChatCalls, readFragment } from './openai-chat-calls.ts';
import { type ContentPart, contentOf } from './openai-chat-words.ts';

/** Ends that clients know. Source: OpenAI API reference, "The chat completion object": `finish_reason`. */
const knownEnds: ReadonlySet<unknown> = new Set(Object.keys(chatStops.read));

/** Values that vendors write before the end in place of null. */
export const isNoEnd = (reason: unknown): boolean => reason === '' || reason === 'null';

/**
 * An end in a word that clients know; an answer with calls of tools ends for them.
 * @throws upstream.answer_cut where the vendor gave up
 */
export function mendEnd(reason: unknown, { hasCalls }: { hasCalls: boolean }): string {
  if (reason !== 'stop' && typeof reason === 'string' && knownEnds.has(reason)) return reason;
  const stop = readStop(chatStops, textOf(reason));
  if (stop === 'cut')
    throw new GatewayError('upstream.answer_cut', {}, { cause: new Error(`ended by ${reason}`) });
  const isUsual = isFailure(stop) || stop === 'end' || stop === 'tools';
  if (isUsual) return hasCalls ? 'tool_calls' : 'stop';
  return chatStops.write[stop];
}

/**
 * Separates content into a text and its thinking: Mistral answers with a list of both, which clients of OpenAI show as
 * `[object Object]`.
 */
export function mendContent(said: Json): boolean {
  if (!Array.isArray(said.content)) return false;
  const parts = contentOf(said.content);
  const joinOf = (kind: ContentPart['kind']): string =>
    parts.flatMap((part) => (part.kind === kind ? [part.text] : [])).join('');
  const [text, thinking] = [joinOf('text'), joinOf('thinking')];
  said.content = text === '' && thinking !== '' ? null : text;
  if (thinking !== '') said.reasoning_content = thinking;
  return true;
}

/** A call of a choice, as its client knows it. */
export interface MendedCall {
  id: string;
  index: number;
  /** Whether its arguments are the empty text so far, which no client can parse. */
  isEmpty: boolean;
  isNamed: boolean;
}

/** Ids that are made where a vendor gives none: the caller's request is in them, so that no two answers share one. */
export interface MadeIds {
  answer: string;
  callOf(place: number): string;
}

/** @param requestId of the caller's request */
export const madeIds = (requestId: string): MadeIds => ({
  answer: `chatcmpl-${requestId}`,
  callOf: (place) => `call_${requestId}_${place}`,
});

/** Fixes the fragments of the calls of one choice; a whole answer's calls are fragments that hold all of it. */
export class CallMender {
  readonly #ids: MadeIds;
  readonly #firstPlace: number;
  readonly #isWhole: boolean;
  readonly #calls: MendedCall[] = [];
  readonly #found: ChatCalls<MendedCall & { vendorId: string }>;

  /** @param firstPlace of its calls among those of the answer, for ids that are made */
  constructor(ids: MadeIds, { firstPlace, isWhole }: { firstPlace: number; isWhole: boolean }) {
    this.#ids = ids;
    this.#firstPlace = firstPlace;
    this.#isWhole = isWhole;
    this.#found = new ChatCalls(({ id }) => {
      const index = this.#calls.length;
      const call = { id, vendorId: id, index, isEmpty: true, isNamed: false };
      this.#calls.push(call);
      return call;
    });
  }

  get hasCalls(): boolean {
    return this.#calls.length > 0;
  }

  /** The last call that a fragment was for. */
  get last(): MendedCall | null {
    return this.#calls.at(-1) ?? null;
  }

  /**
   * Fixes `tool_calls` of a delta or a message where they are.
   * @returns whether anything was changed
   */
  mend(said: Json): boolean {
    const { tool_calls } = said;
    if (!Array.isArray(tool_calls) || tool_calls.length === 0) return false;
    let isChanged = false;
    const kept: unknown[] = [];
    tool_calls.forEach((one, place) => {
      const source = objectOf(one);
      if (source === null) {
        isChanged = true;
        return;
      }
      const before = this.#calls.length;
      const fragment = readFragment(source, place);
      // Each element of a whole answer is a call of its own.
      const call = this.#found.of(this.#isWhole ? { ...fragment, index: place } : fragment);
      if (call === null) {
        isChanged = true;
        return;
      }
      kept.push(source);
      if (fragment.name !== '') call.isNamed = true;
      if (this.#mendFragment(source, call, { isFirst: this.#calls.length > before })) isChanged = true;
    });
    if (kept.length < tool_calls.length) {
      if (kept.length > 0) said.tool_calls = kept;
      else delete said.tool_calls;
    }
    return isChanged;
  }

  /** @throws upstream.malformed_call where a call has ended without a name */
  assertNamed(): void {
    if (this.#calls.every(({ isNamed }) => isNamed)) return;
    throw new GatewayError('upstream.malformed_call', {}, { cause: new Error('a call has no name') });
  }

  /** Gives calls that end with no arguments an empty object, which their clients can parse. */
  fillEmpty(said: Json): boolean {
    const empty = this.#calls.filter(({ isEmpty }) => isEmpty);
    if (empty.length === 0) return false;
    const fragments = Array.isArray(said.tool_calls) ? (said.tool_calls as Json[]) : [];
    said.tool_calls = fragments;
    empty.forEach((call) => {
      call.isEmpty = false;
      const place = this.#isWhole
        ? call.index
        : fragments.findLastIndex((fragment) => fragment.index === call.index);
      const own = fragments[place];
      if (own === undefined) fragments.push({ index: call.index, function: { arguments: '{}' } });
      else own.function = { ...objectOf(own.function), arguments: '{}' };
    });
    return true;
  }

  #mendFragment(source: Json, call: MendedCall, { isFirst }: { isFirst: boolean }): boolean {
    let isChanged = false;
    const set = (name: string, value: unknown): void => {
      source[name] = value;
      isChanged = true;
    };
    const drop = (name: string): void => {
      delete source[name];
      isChanged = true;
    };
    if (!this.#isWhole && source.index !== call.index) set('index', call.index);
    if (!isFirst) {
      // Some clients take every fragment with an id for another call.
      if (source.id === '' || source.id === call.id) drop('id');
      if (source.type === '') drop('type');
    } else {
      if (call.id === '') call.id = this.#ids.callOf(this.#firstPlace + call.index);
      if (source.id !== call.id) set('id', call.id);
      if (textOf(source.type) === '')
        set(
          'type',
          objectOf(source.function) === null && objectOf(source.custom) !== null ? 'custom' : 'function',
        );
    }
    if (
      source.type === 'custom' ||
      (objectOf(source.custom) !== null && objectOf(source.function) === null)
    ) {
      call.isEmpty = false;
      return isChanged;
    }
    const given = objectOf(source.function) ?? {};
    const text = mendArguments(given.arguments, call);
    if (given.arguments !== text) set('function', { ...given, arguments: text });
    if (text !== '') call.isEmpty = false;
    return isChanged;
  }
}

/** Arguments as a text. Vendors write `null` for nothing; inside of arguments that have begun it is a value. */
function mendArguments(given: unknown, { isEmpty }: MendedCall): string {
  if (given === undefined || given === null) return '';
  if (typeof given !== 'string') return JSON.stringify(given);
  return isEmpty && given.trim() === 'null' ? '' : given;
}

/**
 * Fixes a whole answer where its client would not know what it says.
 * @returns whether anything was changed
 * @throws upstream.malformed_call, upstream.answer_cut
 */
export function mendAnswer(answer: Json, requestId: string): boolean {
  const ids = madeIds(requestId);
  let isChanged = false;
  if (answer.id === '') {
    answer.id = ids.answer;
    isChanged = true;
  }
  // Some vendors leave it out, or say `chat.completion.done`.
  if (answer.object !== 'chat.completion') {
    answer.object = 'chat.completion';
    isChanged = true;
  }
  let firstPlace = 0;
  for (const one of Array.isArray(answer.choices) ? answer.choices : []) {
    const choice = objectOf(one);
    if (choice === null) continue;
    const said = objectOf(choice.message);
    const calls = new CallMender(ids, { firstPlace, isWhole: true });
    if (said !== null) {
      const json = objectOf(said.content);
      // Some vendors answer with JSON as it is where it was asked for.
      if (json !== null) {
        said.content = JSON.stringify(json);
        isChanged = true;
      }
      if (mendContent(said)) isChanged = true;
      if (calls.mend(said)) isChanged = true;
      calls.assertNamed();
      if (calls.fillEmpty(said)) isChanged = true;
      if (Array.isArray(said.tool_calls)) firstPlace += said.tool_calls.length;
    }
    const end = mendEnd(choice.finish_reason, calls);
    if (end === choice.finish_reason) continue;
    choice.finish_reason = end;
    isChanged = true;
  }
  return isChanged;
}
