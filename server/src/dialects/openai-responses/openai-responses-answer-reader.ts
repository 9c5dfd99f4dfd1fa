import { keptSeal } from '../kept-object.ts';
import type { Logprob } from '../neutral/answer.ts';
import type { AnswerOrder } from '../neutral/answer-order.ts';
import type { PartHead, StreamReader } from '../neutral/answer-sink.ts';
import { BrokenAnswerError } from '../neutral/broken-answer.ts';
import { type Json, objectOf, parseObject, placeOf, textOf } from '../neutral/json-values.ts';
import { readSeal } from '../neutral/seals.ts';
import { readStop, responsesStops } from '../neutral/stop-reasons.ts';
import { MAX_SEALS } from './kept-responses.ts';
import { readResponsesUsage } from './openai-responses-usage.ts';
import { ResponseUnits } from './response-units.ts';

const DIALECT = 'openai-responses';
const CHOICE = 0;
/** More than an answer has. */
const MAX_ITEMS = 1_000_000;
const TEXT = { kind: 'text' } as const;
const REFUSAL = { kind: 'refusal' } as const;

/** Answers with more items, and parts of them, than this are no answers. */
const MAX_READ_PARTS = 10_000;

/** State of an output item while it is read. */
interface ItemState {
  key: string;
  type: unknown;
  isDone: boolean;
  /** Length of the call's input that was passed on. */
  givenLength: number;
  call: (PartHead & { kind: 'call' }) | null;
  /** The part of the thinking or the call was opened. */
  hasBegun: boolean;
  isSummary: boolean;
  /** Part of the summary or of the thinking that came last. */
  lastPart: number;
  /** By the number of a content part. */
  parts: Map<number, PartState>;
}

interface PartState {
  textLength: number;
  logprobs: number;
  citations: number;
}

/**
 * Reads responses, whole and streamed, as vendors really send them: without deltas, without the events that end a text,
 * with items that stand in the last event alone. Repeated content is passed on once: the end of an item adds only the missing content.
 * Source: OpenAI API reference, "The response object" and "Streaming events".
 */
export class ResponsesAnswerReader implements StreamReader {
  readonly #order: AnswerOrder;
  readonly #items = new Map<number, ItemState>();
  readonly #units = new ResponseUnits();
  /** Items and their parts so far. */
  #partCount = 0;
  /** Where items stood, by their ids: vendors leave places out. */
  readonly #places = new Map<string, number>();

  constructor(order: AnswerOrder) {
    this.#order = order;
  }

  /** @throws BrokenAnswerError where it is no response */
  whole(tree: unknown): void {
    const response = objectOf(tree);
    if (response === null || !Array.isArray(response.output))
      throw new BrokenAnswerError('no list of output');
    this.#start(response);
    this.#end(response);
  }

  event(data: string): void {
    const text = data.trim();
    if (!text.startsWith('{')) return;
    const event = parseObject(text);
    if (event === null) return;
    switch (event.type) {
      case 'response.created':
      case 'response.in_progress':
        this.#start(objectOf(event.response));
        break;
      case 'response.output_item.added':
        this.#added(objectOf(event.item), outputPlaceOf(event));
        break;
      case 'response.output_item.done':
        this.#done(objectOf(event.item), outputPlaceOf(event));
        break;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        this.#end(objectOf(event.response) ?? {});
        break;
      case 'error':
        this.#order.fail(JSON.stringify(event.error ?? event));
        break;
      default:
        this.#inside(textOf(event.type), event);
    }
  }

  #start(response: Json | null): void {
    if (response === null) return;
    this.#order.start({
      id: textOf(response.id),
      model: textOf(response.model),
      createdSeconds: typeof response.created_at === 'number' ? Math.floor(response.created_at) : 0,
    });
  }

  #end(response: Json): void {
    const order = this.#order;
    const { status, error } = response;
    if (status === 'failed' || status === 'cancelled' || (typeof error === 'object' && error !== null)) {
      order.fail(JSON.stringify(error ?? { code: status }));
      return;
    }
    this.#start(response);
    if (Array.isArray(response.output)) this.#endItems(response.output.map(objectOf));
    const reason = textOf(objectOf(response.incomplete_details)?.reason);
    const raw = status === 'incomplete' && reason !== '' ? reason : textOf(status);
    order.stop(CHOICE, { reason: readStop(responsesStops, raw), raw, sequence: '' });
    const usage = readResponsesUsage(response.usage, {
      units: this.#units.units,
      serviceTier: response.service_tier,
    });
    if (usage !== null) order.usage(usage, { serviceTier: textOf(response.service_tier) });
    order.end();
  }

  /** Some vendors give an item another id in each event: then it is the first of its type that no other id belongs to. */
  #endItems(items: readonly (Json | null)[]): void {
    const byId = items.map((item) => this.#places.get(textOf(item?.id)));
    const left = [...this.#items].filter(([place]) => !byId.includes(place));
    items.forEach((item, index) => {
      let place = byId[index];
      if (place === undefined) {
        const at = left.findIndex(([, { type }]) => type === item?.type);
        place = at === -1 ? this.#freePlace(index) : (left.splice(at, 1)[0]?.[0] as number);
      }
      this.#done(item, place);
    });
  }

  /** The place of an item that no event announced: without an id its index is all that is known. */
  #freePlace(index: number): number {
    return this.#places.size === 0 ? index : MAX_ITEMS + index;
  }

  /** Text on its way: of a message, of thinking, of the input of a call. */
  #inside(type: string, event: Json): void {
    const item = this.#items.get(outputPlaceOf(event));
    const delta = textOf(event.delta);
    if (item === undefined || item.isDone) return;
    switch (type) {
      case 'response.output_text.delta':
        this.#say(item, numberOf(event.content_index), { head: TEXT, text: delta, logprobs: event.logprobs });
        break;
      case 'response.refusal.delta':
        this.#say(item, numberOf(event.content_index), { head: REFUSAL, text: delta, logprobs: null });
        break;
      case 'response.output_text.annotation.added':
        this.#cite(item, numberOf(event.content_index), [event.annotation]);
        break;
      case 'response.reasoning_summary_text.delta':
        this.#think(item, { isSummary: true, part: numberOf(event.summary_index), text: delta });
        break;
      case 'response.reasoning_text.delta':
        this.#think(item, { isSummary: false, part: numberOf(event.content_index), text: delta });
        break;
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#give(item, delta);
        break;
      default:
    }
  }

  #added(item: Json | null, place: number): void {
    if (item === null || this.#items.has(place)) return;
    this.#assertRoom();
    const state: ItemState = {
      key: `item ${place}`,
      type: item.type,
      isDone: false,
      givenLength: 0,
      call: null,
      hasBegun: false,
      isSummary: false,
      lastPart: 0,
      parts: new Map(),
    };
    this.#items.set(place, state);
    const itemId = textOf(item.id);
    if (itemId !== '') this.#places.set(itemId, place);
    const isCustom = item.type === 'custom_tool_call';
    if (item.type === 'function_call' || isCustom) {
      const id = textOf(item.call_id) || textOf(item.id) || `call_${place}`;
      state.call = { kind: 'call', id, name: textOf(item.name), isCustom };
    }
  }

  #assertRoom(): void {
    this.#partCount += 1;
    if (this.#partCount > MAX_READ_PARTS) throw new BrokenAnswerError('too many parts');
  }

  /** The whole item: its missing content is passed on now. */
  #done(item: Json | null, place: number): void {
    if (item === null) return;
    this.#added(item, place);
    const state = this.#items.get(place) as ItemState;
    if (state.isDone) return;
    state.isDone = true;
    this.#units.note(item);
    this.#order.findings.units = this.#units.units;
    switch (item.type) {
      case 'message':
        listOf(item.content).forEach((part, number) => {
          this.#finishPart(state, number, part);
        });
        break;
      case 'reasoning':
        this.#finishThinking(state, item);
        break;
      case 'function_call':
      case 'custom_tool_call': {
        const given = textOf(item.arguments) || textOf(item.input);
        const rest = given.slice(state.givenLength);
        if (rest !== '' || !state.hasBegun) this.#give(state, rest);
        break;
      }
      case 'image_generation_call':
        this.#order.open(CHOICE, state.key, pictureOf(item));
        break;
      default:
        this.#order.open(CHOICE, state.key, {
          kind: 'opaque',
          dialect: DIALECT,
          type: textOf(item.type),
          value: item,
        });
    }
    this.#order.close(CHOICE, item.type === 'message' ? '' : state.key);
  }

  /** A call begins with its input: vendors name several before the first one has any. */
  #give(item: ItemState, text: string): void {
    if (item.call === null) return;
    if (!item.hasBegun) this.#order.open(CHOICE, item.key, item.call);
    item.hasBegun = true;
    item.givenLength += text.length;
    this.#order.add(CHOICE, item.key, text);
  }

  #part(item: ItemState, number: number): PartState {
    let part = item.parts.get(number);
    if (part === undefined) {
      this.#assertRoom();
      // A new part of a message does not go on with the one before.
      this.#order.close(CHOICE);
      part = { textLength: 0, logprobs: 0, citations: 0 };
      item.parts.set(number, part);
    }
    return part;
  }

  #say(
    item: ItemState,
    number: number,
    { head, text, logprobs }: { head: typeof TEXT | typeof REFUSAL; text: string; logprobs: unknown },
  ): void {
    const part = this.#part(item, number);
    part.textLength += text.length;
    this.#order.say(CHOICE, head, text);
    this.#tellLogprobs(part, readLogprobs(logprobs));
  }

  #tellLogprobs(part: PartState, logprobs: Logprob[]): void {
    part.logprobs += logprobs.length;
    this.#order.logprobs(CHOICE, logprobs);
  }

  #cite(item: ItemState, number: number, annotations: readonly unknown[]): void {
    const part = this.#part(item, number);
    for (const one of annotations) {
      part.citations += 1;
      const annotation = objectOf(one);
      if (annotation === null) continue;
      const citation = {
        // A file at the vendor has no address.
        url: textOf(annotation.url),
        title: textOf(annotation.title),
        text: '',
        start: placeOf(annotation.start_index),
        end: placeOf(annotation.end_index),
      };
      this.#order.note(CHOICE, { kind: 'citation', citation }, TEXT);
    }
  }

  #finishPart(item: ItemState, number: number, content: Json): void {
    const part = this.#part(item, number);
    const isRefusal = content.type === 'refusal';
    const text = textOf(isRefusal ? content.refusal : content.text);
    this.#order.say(CHOICE, isRefusal ? REFUSAL : TEXT, text.slice(part.textLength));
    this.#tellLogprobs(part, readLogprobs(content.logprobs).slice(part.logprobs));
    this.#cite(item, number, listOf(content.annotations).slice(part.citations));
  }

  /** A part of its own: its seal comes at its end. */
  #think(
    item: ItemState,
    { isSummary, part, text }: { isSummary: boolean; part: number; text: string },
  ): void {
    if (text === '') return;
    if (!item.hasBegun) {
      item.hasBegun = true;
      item.isSummary = isSummary;
      item.lastPart = part;
      this.#order.open(CHOICE, item.key, { kind: 'thinking', isSummary });
    }
    // Thinking and its summary repeat each other.
    if (item.isSummary !== isSummary) return;
    const isNext = part !== item.lastPart;
    item.lastPart = part;
    this.#order.add(CHOICE, item.key, isNext ? `\n\n${text}` : text);
  }

  #finishThinking(item: ItemState, reasoning: Json): void {
    if (!item.hasBegun) {
      const content = listOf(reasoning.content);
      const isSummary = content.length === 0;
      (isSummary ? listOf(reasoning.summary) : content).forEach(({ text }, part) => {
        this.#think(item, { isSummary, part, text: textOf(text) });
      });
    }
    const sealed = textOf(reasoning.encrypted_content);
    if (sealed === '') return;
    const { findings } = this.#order;
    if (findings.kept.length < MAX_SEALS) findings.kept = [...findings.kept, keptSeal(sealed)];
    const head: PartHead = { kind: 'thinking', isSummary: true };
    if (!item.hasBegun) this.#order.open(CHOICE, item.key, head);
    this.#order.note(CHOICE, { kind: 'seal', seal: readSeal(sealed, DIALECT) }, head);
  }
}

function pictureOf(item: Json): PartHead {
  const format = textOf(item.output_format) || 'png';
  return {
    kind: 'media',
    media: 'image',
    mimeType: `image/${format}`,
    name: '',
    source: { kind: 'bytes', data: textOf(item.result) },
    detail: '',
    mark: null,
  };
}

function readLogprobs(value: unknown): Logprob[] {
  return listOf(value).flatMap((entry) => {
    if (typeof entry.logprob !== 'number') return [];
    return [{ ...tokenOf(entry), top: listOf(entry.top_logprobs).map(tokenOf) }];
  });
}

const tokenOf = ({ token, logprob, bytes }: Json) => ({
  token: textOf(token),
  logprob: typeof logprob === 'number' ? logprob : 0,
  bytes: Array.isArray(bytes) ? (bytes as number[]) : null,
});

const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one) => objectOf(one) !== null) : [];

const numberOf = (value: unknown): number => placeOf(value) ?? 0;

const outputPlaceOf = (event: Json): number => numberOf(event.output_index);
