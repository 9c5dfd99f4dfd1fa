import type { PartNote, Stop } from './answer.ts';
import type { AnswerSink, PartHead } from './answer-sink.ts';
import type { Conversation, Part, Seal, ThinkingPart, Turn } from './conversation.ts';
import { PassingSink } from './passing-sink.ts';
import { lastWordsOf } from './said-before.ts';

/** Thinking of a model before its calls, with its seals. The vendor requires both back with the results. */
export interface SealedTurn {
  thinking: ThinkingPart[];
  calls: { id: string; name: string; seal: Seal | null }[];
}

/** A turn with more text, names, ids and seals than this is not kept, nor one of more parts. */
const MAX_LENGTH = 256 * 1024;
const MAX_PARTS = 128;

/** Reports a whole answer that calls tools and has seals of its thinking. */
export class SealWatch extends PassingSink {
  readonly #onSealed: (turn: SealedTurn) => void;
  /** Null once it is too long. */
  #turn: SealedTurn | null = { thinking: [], calls: [] };
  /** The part that is open; other choices are never gone on with. */
  #open: ThinkingPart | SealedTurn['calls'][number] | null = null;
  #texts: string[] = [];
  #length = 0;
  #partCount = 0;

  constructor(sink: AnswerSink, onSealed: (turn: SealedTurn) => void) {
    super(sink);
    this.#onSealed = onSealed;
  }

  override open(choice: number, part: number, head: PartHead): void {
    if (choice === 0 && this.#turn !== null) {
      this.#open = null;
      this.#texts = [];
      if (head.kind === 'thinking') this.#begin({ ...head, text: '', seal: null }, 0);
      else if (head.kind === 'call')
        this.#begin({ id: head.id, name: head.name, seal: null }, head.id.length + head.name.length);
    }
    super.open(choice, part, head);
  }

  override add(choice: number, part: number, text: string): void {
    if (choice === 0 && this.#open !== null && 'kind' in this.#open) {
      this.#texts.push(text);
      this.#grow(text.length);
    }
    super.add(choice, part, text);
  }

  override note(choice: number, part: number, note: PartNote): void {
    if (choice === 0 && this.#open !== null && note.kind === 'seal') {
      const { dialect, value } = note.seal;
      // A seal may come in pieces.
      this.#open.seal = { dialect, value: (this.#open.seal?.value ?? '') + value };
      this.#grow(value.length);
    }
    super.note(choice, part, note);
  }

  override close(choice: number, part: number): void {
    if (choice === 0) {
      if (this.#open !== null) this.#take(this.#open);
      this.#open = null;
    }
    super.close(choice, part);
  }

  override stop(choice: number, stop: Stop): void {
    if (choice === 0 && this.#turn !== null) {
      const { thinking, calls } = this.#turn;
      const isSealed = thinking.length > 0 || calls.some(({ seal }) => seal !== null);
      if (isSealed && calls.length > 0) this.#onSealed(this.#turn);
    }
    super.stop(choice, stop);
  }

  #begin(part: ThinkingPart | SealedTurn['calls'][number], length: number): void {
    this.#open = part;
    this.#partCount += 1;
    this.#grow(length);
  }

  #take(part: ThinkingPart | SealedTurn['calls'][number]): void {
    if (!('kind' in part)) this.#turn?.calls.push(part);
    else if (part.seal !== null) this.#turn?.thinking.push({ ...part, text: this.#texts.join('') });
  }

  #grow(length: number): void {
    this.#length += length;
    if (this.#length <= MAX_LENGTH && this.#partCount <= MAX_PARTS) return;
    this.#turn = null;
    this.#open = null;
    this.#texts = [];
  }
}

/**
 * Restores the thinking before the calls that are being answered, if the client has dropped it. Turns before the last
 * user message need none. A request without thinking gets the seals of the calls alone.
 * @param find the sealed turn of a call, by its id and the model's turn that has it
 * @returns whether anything was put back
 */
export function restoreSeals(
  { turns, thinking }: Pick<Conversation, 'turns' | 'thinking'>,
  find: FindSealed,
): boolean {
  let isRestored = false;
  const thinks = thinking !== null && thinking.mode !== 'off';
  for (let at = lastWordsOf(turns) + 1; at < turns.length; at += 1) {
    const turn = turns[at] as Turn;
    if (turn.role === 'assistant') isRestored = restoreTurn(turn, find, thinks) || isRestored;
  }
  return isRestored;
}

type FindSealed = (callId: string, answer: Turn) => SealedTurn | undefined;

function restoreTurn(turn: Turn, find: FindSealed, thinks: boolean): boolean {
  const calls = turn.parts.filter((part) => part.kind === 'call');
  const sealed = calls[0] === undefined ? undefined : find(calls[0].id, turn);
  if (sealed === undefined || turn.parts.some(hasSeal)) return false;
  const known = new Map(sealed.calls.map((call) => [call.id, call]));
  // Some vendors number the calls of each answer anew.
  if (!calls.every(({ id, name }) => known.get(id)?.name === name)) return false;
  const thinking = thinks ? sealed.thinking : [];
  for (const call of calls) call.seal = known.get(call.id)?.seal ?? null;
  if (thinking.length > 0)
    turn.parts = [...thinking, ...turn.parts.filter(({ kind }) => kind !== 'thinking')];
  return thinking.length > 0 || calls.some(({ seal }) => seal !== null);
}

const hasSeal = (part: Part): boolean =>
  (part.kind === 'thinking' || part.kind === 'call') && part.seal !== null;
