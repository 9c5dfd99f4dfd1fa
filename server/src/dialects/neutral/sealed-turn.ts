import type { PartNote, Stop } from './answer.ts';
import type { AnswerSink, PartHead } from './answer-sink.ts';
import type { Conversation, Part, Seal, ThinkingPart, Turn } from './conversation.ts';
import { PassingSink } from './passing-sink.ts';

/** What a model thought before its calls, and the proofs of it: its vendor wants them back with the results. */
export interface SealedTurn {
  thinking: ThinkingPart[];
  calls: { id: string; name: string; seal: Seal | null }[];
}

/** A longer one is not kept. */
const MAX_LENGTH = 256 * 1024;

/** Tells of an answer that calls tools and has proofs of its thinking, when it is whole. */
export class SealWatch extends PassingSink {
  readonly #onSealed: (turn: SealedTurn) => void;
  readonly #turn: SealedTurn = { thinking: [], calls: [] };
  /** The part that is open; other choices are never gone on with. */
  #open: ThinkingPart | SealedTurn['calls'][number] | null = null;
  #texts: string[] = [];
  #length = 0;

  constructor(sink: AnswerSink, onSealed: (turn: SealedTurn) => void) {
    super(sink);
    this.#onSealed = onSealed;
  }

  override open(choice: number, part: number, head: PartHead): void {
    if (choice === 0) {
      this.#open = null;
      this.#texts = [];
      if (head.kind === 'thinking') this.#open = { ...head, text: '', seal: null };
      else if (head.kind === 'call') this.#open = { id: head.id, name: head.name, seal: null };
    }
    super.open(choice, part, head);
  }

  override add(choice: number, part: number, text: string): void {
    if (choice === 0 && this.#open !== null && 'kind' in this.#open && this.#length <= MAX_LENGTH) {
      this.#length += text.length;
      this.#texts.push(text);
    }
    super.add(choice, part, text);
  }

  override note(choice: number, part: number, note: PartNote): void {
    if (choice === 0 && this.#open !== null && note.kind === 'seal') {
      const { dialect, value } = note.seal;
      this.#length += value.length;
      // A seal may come in pieces.
      this.#open.seal = { dialect, value: (this.#open.seal?.value ?? '') + value };
    }
    super.note(choice, part, note);
  }

  override close(choice: number, part: number): void {
    const open = choice === 0 ? this.#open : null;
    if (open !== null && 'kind' in open) {
      open.text = this.#texts.join('');
      if (open.seal !== null) this.#turn.thinking.push(open);
    } else if (open !== null) this.#turn.calls.push(open);
    if (choice === 0) this.#open = null;
    super.close(choice, part);
  }

  override stop(choice: number, stop: Stop): void {
    const { thinking, calls } = this.#turn;
    const isSealed = thinking.length > 0 || calls.some(({ seal }) => seal !== null);
    if (choice === 0 && isSealed && calls.length > 0 && this.#length <= MAX_LENGTH)
      this.#onSealed(this.#turn);
    super.stop(choice, stop);
  }
}

/**
 * Puts the thinking back before the calls that are being answered, where the client has dropped it: turns before the
 * user's last words need none, and who asks for no thinking gets the proofs of the calls alone.
 * @param find what was sealed with a call, by its id
 * @returns whether anything was put back
 */
export function restoreSeals(
  { turns, thinking }: Pick<Conversation, 'turns' | 'thinking'>,
  find: (callId: string) => SealedTurn | undefined,
): boolean {
  let isRestored = false;
  const thinks = thinking !== null && thinking.mode !== 'off';
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at] as Turn;
    if (turn.role === 'user' && turn.parts.some(({ kind }) => kind !== 'result')) break;
    if (turn.role === 'assistant') isRestored = restoreTurn(turn, find, thinks) || isRestored;
  }
  return isRestored;
}

function restoreTurn(turn: Turn, find: (callId: string) => SealedTurn | undefined, thinks: boolean): boolean {
  const calls = turn.parts.filter((part) => part.kind === 'call');
  const sealed = calls[0] === undefined ? undefined : find(calls[0].id);
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
