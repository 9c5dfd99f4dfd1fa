import type { Logprob, PartNote } from '../neutral/answer.ts';
import type { AnswerOrder } from '../neutral/answer-order.ts';
import type { StreamReader } from '../neutral/answer-sink.ts';
import { BrokenAnswerError } from '../neutral/broken-answer.ts';
import type { Citation, MediaPart } from '../neutral/conversation.ts';
import { type Json, objectOf, parseObject, placeOf, textOf } from '../neutral/json-values.ts';
import { isForeignSeal, readSeal } from '../neutral/seals.ts';
import { chatStops, readStop } from '../neutral/stop-reasons.ts';
import { readOpenAiUsage, usageIn } from '../openai/openai-usage.ts';
import { type CallFragment, ChatCalls, readFragment } from './openai-chat-calls.ts';
import { errorIn } from './openai-chat-chunks.ts';
import { ChatSound } from './openai-chat-sound.ts';
import { ChoiceDeltas, contentOf, messageOf, wordsOf } from './openai-chat-words.ts';

/**
 * Reads answers of chat completions, whole and streamed, as vendors really send them. Fragments of calls may lack an index
 * or repeat one. Arguments may be objects, thinking has four names, and usage comes in any chunk.
 * Source: OpenAI API reference, "The chat completion object" and "The chat completion chunk object".
 */
export class ChatAnswerReader implements StreamReader {
  readonly #order: AnswerOrder;
  readonly #choices = new Map<number, ChoiceState>();
  readonly #sounds = new Map<number, ChatSound>();
  /** Choices that have a text next to their sound. */
  readonly #written = new Set<number>();
  /** Choices whose sources were passed on. */
  readonly #cited = new Set<number>();
  /** Choices whose last block of thinking has its seal. */
  readonly #sealed = new Set<number>();
  /** Sources of the whole answer; a stream repeats them. */
  #sources: Citation[] = [];
  /** The choice in which the vendor gave up; null where none did. */
  #cut: number | null = null;
  #isWhole = false;

  constructor(order: AnswerOrder) {
    this.#order = order;
  }

  /** @throws BrokenAnswerError where it is no answer */
  whole(tree: unknown): void {
    const answer = objectOf(tree);
    if (answer === null || !Array.isArray(answer.choices)) throw new BrokenAnswerError('no list of choices');
    if (answer.choices.length === 0) throw new BrokenAnswerError('no choice');
    this.#isWhole = true;
    this.#chunk(answer);
    this.#order.end();
  }

  event(data: string): void {
    const text = data.trim();
    if (text === '') return;
    if (text === '[DONE]') {
      for (const number of this.#choices.keys()) this.#openWaiting(number);
      if (this.#cut !== null) this.#order.stop(this.#cut, { reason: 'cut', raw: '', sequence: '' });
      else this.#order.endByMarker();
      return;
    }
    const chunk = parseObject(text);
    if (chunk !== null) this.#chunk(chunk);
  }

  #chunk(chunk: Json): void {
    const order = this.#order;
    const error = errorIn(chunk);
    if (error !== null) {
      order.fail(JSON.stringify(error));
      return;
    }
    const usage = readOpenAiUsage(usageIn(chunk), chunk.service_tier);
    // Azure sends the filter results of the prompt first, with an empty id.
    const hasChoices = Array.isArray(chunk.choices) && chunk.choices.length > 0;
    if (textOf(chunk.id) !== '' || hasChoices || usage !== null)
      order.start({
        id: textOf(chunk.id),
        model: textOf(chunk.model),
        createdSeconds: typeof chunk.created === 'number' ? Math.floor(chunk.created) : 0,
      });
    if (chunk.search_results !== undefined || chunk.citations !== undefined)
      this.#sources = readSources(chunk);
    if (Array.isArray(chunk.choices))
      chunk.choices.forEach((one, place) => {
        const choice = objectOf(one);
        if (choice !== null) this.#choice(choice, placeOf(choice.index) ?? place);
      });
    if (usage !== null) order.usage(usage, { serviceTier: textOf(chunk.service_tier) });
  }

  #choice(choice: Json, number: number): void {
    this.#message(this.#isWhole ? messageOf(choice) : this.#state(number).deltas.next(choice), number);
    const logprobs = readLogprobs(choice.logprobs);
    if (logprobs.length > 0) this.#order.logprobs(number, logprobs);
    const raw = textOf(choice.finish_reason);
    // Some vendors say an empty one before the end.
    if (raw === '' && !this.#isWhole) {
      if (choice.finish_reason === '') this.#order.findings.hasEmptyReason = true;
      return;
    }
    this.#openWaiting(number);
    this.#endSound(number);
    this.#citeSources(number);
    const reason = readStop(chatStops, raw);
    // The usage may follow.
    if (reason === 'cut' && !this.#isWhole) this.#cut = number;
    else this.#order.stop(number, { reason, raw, sequence: '' });
  }

  #message(said: Json, number: number): void {
    const order = this.#order;
    this.#reasoning(said, number);
    for (const { kind, text } of contentOf(said.content)) {
      order.say(number, kind === 'thinking' ? THINKING : TEXT, text);
      if (kind === 'text' && text !== '') this.#written.add(number);
    }
    const audio = objectOf(said.audio);
    if (audio !== null) this.#sound(audio, number);
    if (Array.isArray(said.annotations)) {
      for (const annotation of said.annotations) {
        const citation = readCitation(objectOf(annotation));
        if (citation === null) continue;
        this.#cited.add(number);
        order.note(number, { kind: 'citation', citation }, TEXT);
      }
    }
    order.say(number, { kind: 'refusal' }, wordsOf(said.refusal));
    if (Array.isArray(said.images)) for (const image of said.images) this.#image(objectOf(image), number);
    if (Array.isArray(said.tool_calls))
      said.tool_calls.forEach((call, place) => {
        const fragment = objectOf(call);
        if (fragment !== null) this.#call(fragment, number, place);
      });
    const legacy = objectOf(said.function_call);
    if (legacy !== null) this.#call({ index: 0, function: legacy }, number, 0);
  }

  /** Details repeat the thinking, or alone have it, and hold its seals, each at the end of its block. */
  #reasoning(said: Json, number: number): void {
    const details = Array.isArray(said.reasoning_details) ? said.reasoning_details.map(objectOf) : [];
    const isSealed = details.some((detail) => foreignSealIn(detail) !== '' && textOf(detail?.text) !== '');
    const thinking = isSealed ? '' : wordsOf(said.reasoning_content) || wordsOf(said.reasoning);
    this.#think(number, thinking);
    for (const detail of details) {
      if (thinking === '') this.#think(number, textOf(detail?.text) || textOf(detail?.summary));
      // Only a seal with a mark of its origin is known to be one that can be carried back.
      const value = foreignSealIn(detail);
      if (value === '') continue;
      this.#endSealed(number);
      this.#order.note(number, { kind: 'seal', seal: readSeal(value, 'openai-chat') }, THINKING);
      this.#sealed.add(number);
    }
  }

  #think(number: number, text: string): void {
    if (text !== '') this.#endSealed(number);
    this.#order.say(number, THINKING, text);
  }

  #endSealed(number: number): void {
    if (this.#sealed.delete(number)) this.#order.close(number);
  }

  #image(image: Json | null, number: number): void {
    const url = textOf(objectOf(image?.image_url)?.url);
    const match = /^data:([^;,]*);base64,/.exec(url.slice(0, 200));
    if (match !== null) {
      const data = url.slice(match[0].length);
      this.#media(number, { media: 'image', mimeType: match[1] ?? '', source: { kind: 'bytes', data } });
    } else if (/^https?:/.test(url))
      this.#media(number, { media: 'image', mimeType: '', source: { kind: 'url', url } });
  }

  /** A stream has sound in pieces. Its transcript follows at the end, because pieces would split it. */
  #sound(audio: Json, number: number): void {
    let sound = this.#sounds.get(number);
    if (sound === undefined) {
      sound = new ChatSound();
      this.#sounds.set(number, sound);
    }
    sound.transcript += wordsOf(audio.transcript);
    const data = textOf(audio.data);
    if (data === '') return;
    const mimeType = sound.typeOf(data);
    this.#media(number, { media: 'audio', mimeType, source: { kind: 'bytes', data } });
  }

  #endSound(number: number): void {
    const sound = this.#sounds.get(number);
    this.#sounds.delete(number);
    if (sound !== undefined && !this.#written.has(number)) this.#order.say(number, TEXT, sound.transcript);
  }

  #citeSources(number: number): void {
    if (this.#cited.has(number)) return;
    this.#cited.add(number);
    for (const citation of this.#sources) this.#order.note(number, { kind: 'citation', citation }, TEXT);
  }

  #media(number: number, media: Pick<MediaPart, 'media' | 'mimeType' | 'source'>): void {
    const head: MediaPart = { kind: 'media', name: '', detail: '', mark: null, ...media };
    const key = `media ${this.#count(number)}`;
    this.#order.open(number, key, head);
    this.#order.close(number, key);
  }

  #call(source: Json, number: number, place: number): void {
    const fragment = readFragment(source, place);
    const state = this.#state(number);
    const call = state.calls.of(fragment);
    if (call === null) return;
    const seal = sealIn(source);
    if (!state.waiting.includes(call)) {
      if (fragment.input !== null) this.#order.add(number, call.key, fragment.input);
      if (seal !== null) this.#order.noteOf(number, call.key, seal);
      return;
    }
    // Some vendors say the whole name again with each fragment, some say it in pieces.
    if (fragment.name !== call.name) call.name += fragment.name;
    call.id ||= fragment.id;
    call.isCustom ||= fragment.isCustom;
    call.input += fragment.input ?? '';
    if (seal !== null) call.seals.push(seal);
    if (call.input !== '' && call.name !== '') this.#open(call, number);
  }

  #begin({ id }: CallFragment, number: number): Call {
    for (const before of [...this.#state(number).waiting]) if (before.name !== '') this.#open(before, number);
    const count = this.#count(number);
    this.#sealed.delete(number);
    // The part before has ended, but for a call whose input goes on by turns with this one.
    this.#order.close(number);
    const call: Call = {
      ...{ key: `call ${count}`, madeId: `call_${count}`, id, name: '', isCustom: false, input: '' },
      seals: [],
    };
    this.#state(number).waiting.push(call);
    return call;
  }

  /** No name comes behind the first of the input. @throws MalformedCallError where none came */
  #open(call: Call, number: number): void {
    const { waiting } = this.#state(number);
    waiting.splice(waiting.indexOf(call), 1);
    const { key, id, madeId, name, isCustom, input, seals } = call;
    this.#order.open(number, key, { kind: 'call', id: id || madeId, name, isCustom });
    this.#order.add(number, key, input);
    for (const seal of seals) this.#order.noteOf(number, key, seal);
  }

  #openWaiting(number: number): void {
    for (const call of [...this.#state(number).waiting]) this.#open(call, number);
  }

  #state(number: number): ChoiceState {
    let state = this.#choices.get(number);
    if (state === undefined) {
      const calls = new ChatCalls<Call>((fragment) => this.#begin(fragment, number));
      state = { deltas: new ChoiceDeltas(), calls, waiting: [], count: 0 };
      this.#choices.set(number, state);
    }
    return state;
  }

  /** Counts the parts that have a key. */
  #count(number: number): number {
    const state = this.#state(number);
    state.count += 1;
    return state.count;
  }
}

interface ChoiceState {
  deltas: ChoiceDeltas;
  calls: ChatCalls<Call>;
  /** Calls whose input has not begun, or whose name has not come. */
  waiting: Call[];
  count: number;
}

interface Call {
  key: string;
  id: string;
  /** In place of an id that never comes. */
  madeId: string;
  /** The name, the type and the input so far, kept until the call opens. */
  name: string;
  isCustom: boolean;
  input: string;
  seals: PartNote[];
}

function sealIn(fragment: Json): PartNote | null {
  const value = textOf(objectOf(objectOf(fragment.extra_content)?.google)?.thought_signature);
  return value === '' ? null : { kind: 'seal', seal: readSeal(value, 'gemini') };
}

const TEXT = { kind: 'text' } as const;
const foreignSealIn = (detail: Json | null): string => {
  const value = textOf(detail?.signature) || textOf(detail?.data);
  return isForeignSeal(value) ? value : '';
};

const THINKING = { kind: 'thinking', isSummary: false } as const;

function readCitation(annotation: Json | null): Citation | null {
  const cited = objectOf(annotation?.url_citation);
  if (cited === null) return null;
  return {
    url: textOf(cited.url),
    title: textOf(cited.title),
    text: textOf(cited.content),
    start: placeOf(cited.start_index),
    end: placeOf(cited.end_index),
  };
}

/** Sources next to the choices: Perplexity's with their titles, or addresses alone, which xAI has too. */
function readSources({ search_results, citations }: Json): Citation[] {
  const list = Array.isArray(search_results) ? search_results : Array.isArray(citations) ? citations : [];
  return list.flatMap((one) => {
    const source = typeof one === 'string' ? { url: one } : objectOf(one);
    const url = textOf(source?.url);
    return url === '' ? [] : [{ url, title: textOf(source?.title), text: '', start: null, end: null }];
  });
}

function readLogprobs(value: unknown): Logprob[] {
  const content = objectOf(value)?.content;
  if (!Array.isArray(content)) return [];
  return content.flatMap((one) => {
    const entry = objectOf(one);
    if (entry === null || typeof entry.logprob !== 'number') return [];
    const top = Array.isArray(entry.top_logprobs) ? entry.top_logprobs.map(objectOf) : [];
    return [{ ...tokenOf(entry), top: top.filter((likely) => likely !== null).map(tokenOf) }];
  });
}

const tokenOf = ({ token, logprob, bytes }: Json) => ({
  token: textOf(token),
  logprob: typeof logprob === 'number' ? logprob : 0,
  bytes: Array.isArray(bytes) ? (bytes as number[]) : null,
});
