import type { AnswerHead } from '../neutral/answer.ts';
import { type Json, objectOf, placeOf, textOf } from '../neutral/json-values.ts';
import { readOpenAiUsage, usageIn } from '../openai/openai-usage.ts';
import {
  bytesOf,
  JoinedList,
  JoinedMembers,
  JoinedText,
  objectsOf,
  type StreamJoiner,
} from '../stream-joiner.ts';
import { ChatCalls, readFragment } from './openai-chat-calls.ts';
import { joinBase64 } from './openai-chat-sound.ts';
import { ChoiceDeltas, type ContentPart, contentOf, wordsOf } from './openai-chat-words.ts';

const FIRST = ['id', 'model', 'created'] as const;
const CHUNK_MEMBERS: ReadonlySet<string> = new Set(['choices', 'object', 'usage', 'obfuscation', ...FIRST]);
const CHOICE_MEMBERS: ReadonlySet<string> = new Set(['delta', 'message', 'logprobs', 'finish_reason']);
/** Texts that come in pieces. */
const TEXTS = ['reasoning_content', 'reasoning', 'refusal'] as const;
/** Lists whose elements come whole. */
const LISTS = ['annotations', 'images'] as const;
const DELTA_MEMBERS: ReadonlySet<string> = new Set([
  ...['content', 'tool_calls', 'function_call', 'audio', 'reasoning_details'],
  ...TEXTS,
  ...LISTS,
]);
const CALL_MEMBERS: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'custom']);

/** Joins the chunks of a chat completion. Source: OpenAI API reference, "The chat completion chunk object". */
export class ChatJoiner implements StreamJoiner {
  bytes = 0;
  readonly #head = new JoinedMembers(this);
  readonly #choices = new JoinedList((index) => new JoinedChoice(index, this));

  add(chunk: Json): void {
    this.#head.setAll(chunk, CHUNK_MEMBERS);
    // The first one counts: some vendors number their chunks, or say the time of each.
    for (const name of FIRST) if (!this.#head.get(name)) this.#head.set(name, chunk[name]);
    const usage = usageIn(chunk);
    // Some upstreams send usage more than once; the last one is complete.
    if (readOpenAiUsage(usage) !== null) this.#head.set('usage', usage);
    objectsOf(chunk.choices).forEach((choice, place) => {
      this.#choices.at(placeOf(choice.index) ?? place).add(choice);
    });
  }

  whole({ id, model, createdSeconds }: AnswerHead): object {
    const head = this.#head.toJson();
    return {
      ...head,
      id: textOf(head.id) || id,
      object: 'chat.completion',
      created: head.created ?? createdSeconds,
      model: textOf(head.model) || model,
      choices: this.#choices.inOrder().map((choice) => choice.whole()),
    };
  }
}

class JoinedChoice {
  readonly #size: { bytes: number };
  readonly #deltas = new ChoiceDeltas();
  readonly #members: JoinedMembers;
  readonly #message: JoinedMembers;
  readonly #logprobs: JoinedMembers;
  readonly #audio: JoinedMembers;
  readonly #sound: string[] = [];
  readonly #legacyCall: JoinedMembers;
  /** Parts of a content that is a list, or the one text that it is. */
  readonly #content: JoinedPart[] = [];
  /** How it was first said that there is no text: vendors differ. */
  #silence: { content: '' | null } | null = null;
  readonly #details: JoinedMembers[] = [];
  readonly #calls: JoinedCall[] = [];
  readonly #callsByIndex: ChatCalls<JoinedCall>;

  constructor(index: number, size: { bytes: number }) {
    this.#size = size;
    this.#members = new JoinedMembers(size);
    this.#message = new JoinedMembers(size);
    this.#logprobs = new JoinedMembers(size);
    this.#audio = new JoinedMembers(size);
    this.#legacyCall = new JoinedMembers(size);
    this.#members.set('index', index);
    this.#callsByIndex = new ChatCalls(({ id }) => {
      const call = { id, members: new JoinedMembers(size), given: new JoinedMembers(size), isCustom: false };
      this.#calls.push(call);
      return call;
    });
  }

  add(choice: Json): void {
    this.#members.setAll(choice, CHOICE_MEMBERS);
    this.#delta(this.#deltas.next(choice));
    for (const [name, value] of Object.entries(objectOf(choice.logprobs) ?? {})) {
      if (Array.isArray(value)) this.#logprobs.push(name, value);
      else this.#logprobs.set(name, value);
    }
    const reason = textOf(choice.finish_reason);
    if (reason !== '') this.#members.set('finish_reason', reason);
  }

  whole(): Json {
    const logprobs = this.#logprobs.toJson();
    return {
      ...this.#members.toJson(),
      message: this.#wholeMessage(),
      logprobs: Object.keys(logprobs).length > 0 ? logprobs : null,
      finish_reason: this.#members.get('finish_reason') ?? (this.#calls.length > 0 ? 'tool_calls' : 'stop'),
    };
  }

  #delta(delta: Json): void {
    const message = this.#message;
    message.setAll(delta, DELTA_MEMBERS);
    for (const name of DELTA_MEMBERS) if (delta[name] === null) message.set(name, null);
    if (delta.content === '' || delta.content === null) this.#silence ??= { content: delta.content };
    for (const one of Array.isArray(delta.content) ? delta.content : [delta.content]) this.#say(one);
    for (const name of TEXTS) {
      const text = wordsOf(delta[name]);
      if (text !== '') message.append(name, text);
    }
    for (const name of LISTS) if (Array.isArray(delta[name])) message.push(name, delta[name]);
    for (const detail of objectsOf(delta.reasoning_details)) this.#detail(detail);
    this.#hear(objectOf(delta.audio) ?? {});
    objectsOf(delta.tool_calls).forEach((call, place) => {
      this.#call(call, place);
    });
    const { name, arguments: given, ...others } = objectOf(delta.function_call) ?? {};
    this.#legacyCall.setAll({ ...others, ...(name !== '' && { name }) });
    if (given !== undefined && given !== null)
      this.#legacyCall.append('arguments', typeof given === 'string' ? given : JSON.stringify(given));
  }

  /** @param content a text or a part; one that only its vendor knows is kept as it is */
  #say(content: unknown): void {
    const source = objectOf(content);
    const isPart = source?.type !== undefined;
    const told = contentOf(isPart ? [source] : content);
    const { text: _text, thinking: _thinking, ...others } = isPart ? source : {};
    if (isPart && told.length === 0) this.#keep({ kind: 'other', others: source }, '');
    for (const { kind, text } of told) {
      const last = this.#content.at(-1);
      if (last?.kind === kind) {
        this.#size.bytes += last.text.add(text);
        Object.assign(last.others, others);
      } else if (text !== '') this.#keep({ kind, others }, text);
    }
  }

  #keep(part: Pick<JoinedPart, 'kind' | 'others'>, beginning: string): void {
    const text = new JoinedText();
    this.#size.bytes += bytesOf(part) + text.add(beginning);
    this.#content.push({ ...part, text });
  }

  /** A detail goes on until its seal, which ends a block. */
  #detail({ type, index, text, summary, ...others }: Json): void {
    let last = this.#details.at(-1);
    const isSealed = last?.get('signature') || last?.get('data');
    if (last === undefined || isSealed || last.get('type') !== type || last.get('index') !== index) {
      last = new JoinedMembers(this.#size);
      last.setAll({ type, index });
      this.#details.push(last);
    }
    if (typeof text === 'string') last.append('text', text);
    if (typeof summary === 'string') last.append('summary', summary);
    last.setAll(others);
  }

  #hear({ data, transcript, ...others }: Json): void {
    this.#audio.setAll(others);
    if (typeof transcript === 'string') this.#audio.append('transcript', transcript);
    if (typeof data !== 'string') return;
    this.#size.bytes += bytesOf(data);
    this.#sound.push(data);
  }

  #call(source: Json, place: number): void {
    const fragment = readFragment(source, place);
    const call = this.#callsByIndex.of(fragment);
    if (call === null) return;
    if (fragment.isCustom) call.isCustom = true;
    call.members.setAll(source, CALL_MEMBERS);
    if (fragment.name !== '') call.given.set('name', fragment.name);
    if (fragment.input !== null) call.given.append(call.isCustom ? 'input' : 'arguments', fragment.input);
  }

  #wholeMessage(): Json {
    const audio = this.#audio.toJson();
    const legacy = this.#legacyCall.toJson();
    if (this.#sound.length > 0) audio.data = joinBase64(this.#sound);
    const beside = {
      ...(this.#details.length > 0 && { reasoning_details: this.#details.map((detail) => detail.toJson()) }),
      ...(Object.keys(audio).length > 0 && { audio }),
      ...(legacy.name !== undefined && { function_call: legacy }),
      ...(this.#calls.length > 0 && { tool_calls: this.#calls.map(toCall) }),
    };
    return { role: 'assistant', ...this.#message.toJson(), content: this.#wholeContent(beside), ...beside };
  }

  #wholeContent(beside: object): unknown {
    const [first] = this.#content;
    if (first === undefined) {
      if (this.#silence !== null) return this.#silence.content;
      return Object.keys(beside).length > 0 ? null : '';
    }
    if (this.#content.length === 1 && first.kind === 'text') return first.text.toString();
    return this.#content.map(({ kind, text, others }) => {
      if (kind === 'other') return others;
      const part = { type: 'text', text: text.toString() };
      return kind === 'text' ? { ...others, ...part } : { ...others, type: 'thinking', thinking: [part] };
    });
  }
}

interface JoinedPart {
  kind: ContentPart['kind'] | 'other';
  text: JoinedText;
  others: Json;
}

interface JoinedCall {
  id: string;
  members: JoinedMembers;
  given: JoinedMembers;
  isCustom: boolean;
}

function toCall({ id, members, given, isCustom }: JoinedCall, place: number): Json {
  const kind = isCustom ? 'custom' : 'function';
  const input = { name: '', [isCustom ? 'input' : 'arguments']: '', ...given.toJson() };
  return { id: id || `call_${place + 1}`, type: kind, [kind]: input, ...members.toJson() };
}
