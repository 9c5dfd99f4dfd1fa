import type { AnswerHead } from '../neutral/answer.ts';
import { inputAsObject } from '../neutral/call-input.ts';
import { type Json, objectOf, textOf } from '../neutral/json-values.ts';
import { JoinedList, JoinedMembers, JoinedText, type StreamJoiner } from '../stream-joiner.ts';
import { type AnthropicUsage, withLaterUsage } from './anthropic-usage.ts';

/** Types of blocks by their deltas, for a block whose start is missing. */
const typesOfDeltas: ReadonlyMap<string, string> = new Map(
  Object.entries({
    text_delta: 'text',
    citations_delta: 'text',
    thinking_delta: 'thinking',
    signature_delta: 'thinking',
  }),
);
const EVENT_MEMBERS: ReadonlySet<string> = new Set(['type', 'delta', 'usage']);

interface Block {
  members: JoinedMembers;
  /** JSON in pieces; null where the block began with it. */
  input: JoinedText | null;
}

/** Joins the events of a message, each block by its own deltas. Source: Claude docs, "Streaming messages". */
export class MessagesJoiner implements StreamJoiner {
  bytes = 0;
  readonly #message = new JoinedMembers(this);
  readonly #blocks = new JoinedList<Block>(() => ({ members: new JoinedMembers(this), input: null }));
  readonly #usage = new JoinedMembers(this);
  #counts: AnthropicUsage | null = null;

  add(event: Json): void {
    const index = Number(event.index ?? 0);
    switch (event.type) {
      case 'message_start': {
        const { content: _content, usage, ...message } = objectOf(event.message) ?? {};
        this.#message.setAll(message);
        this.#noteUsage(usage);
        break;
      }
      case 'content_block_start':
        this.#blocks.at(index).members.setAll(objectOf(event.content_block) ?? {});
        break;
      case 'content_block_delta':
        this.#delta(this.#blocks.at(index), objectOf(event.delta) ?? {});
        break;
      case 'message_delta':
        this.#message.setAll(objectOf(event.delta) ?? {});
        this.#message.setAll(event, EVENT_MEMBERS);
        this.#noteUsage(event.usage);
        break;
    }
  }

  whole({ id, model }: AnswerHead): object {
    const usage = { ...this.#usage.toJson(), ...this.#counts };
    return {
      ...{ id, type: 'message', role: 'assistant', model, stop_reason: null, stop_sequence: null },
      ...this.#message.toJson(),
      content: this.#blocks.inOrder().map(toBlock),
      ...(Object.keys(usage).length > 0 && { usage }),
    };
  }

  /** A delta has its pieces in members of the block's own names, but for the input of a call and citations. */
  #delta(block: Block, { type, citation, partial_json, ...pieces }: Json): void {
    const { members } = block;
    if (members.get('type') === undefined) members.set('type', typesOfDeltas.get(textOf(type)));
    if (typeof partial_json === 'string' && partial_json !== '') {
      block.input ??= new JoinedText();
      this.bytes += block.input.add(partial_json);
    }
    if (objectOf(citation) !== null) members.push('citations', [citation]);
    for (const [name, piece] of Object.entries(pieces)) {
      if (typeof piece === 'string') members.append(name, piece);
      else members.set(name, piece);
    }
  }

  /** Counts are totals up to an event; what only the vendor knows stays as it was said last. */
  #noteUsage(value: unknown): void {
    this.#counts = withLaterUsage(this.#counts, value);
    this.#usage.setAll(objectOf(value) ?? {});
  }
}

const toBlock = ({ members, input }: Block): Json => ({
  ...members.toJson(),
  ...(input !== null && { input: inputAsObject(input.toString()) }),
});
