import { type Json, objectOf, placeOf, textOf } from '../neutral/json-values.ts';
import type { ChunkKind } from './openai-chat-chunks.ts';
import {
  CallMender,
  isNoEnd,
  type MadeIds,
  type MendedCall,
  madeIds,
  mendContent,
  mendEnd,
} from './openai-chat-mends.ts';

/** Calls of one choice that ids are made for, at most. */
const CALLS_A_CHOICE = 1_000;

/** A further choice is fixed chunk by chunk; requests do not ask for so many. */
const MAX_CHOICES = 128;

interface Choice {
  calls: CallMender;
  isFinished: boolean;
  /** Said an end that is none: who says so may say no other. */
  saidNoEnd: boolean;
}

/**
 * Fixes the chunks of one stream that clients could not read. The client gets one id, one end per choice, and calls that
 * it can assemble.
 */
export class ChunkMender {
  /** Id of the stream; empty until a chunk has one. */
  id = '';
  readonly #ids: MadeIds;
  readonly #kind: ChunkKind;
  readonly #choices = new Map<number, Choice>();
  #head: Json = {};

  constructor(requestId: string, kind: ChunkKind) {
    this.#ids = madeIds(requestId);
    this.#kind = kind;
  }

  /**
   * Fixes a chunk where it is.
   * @returns whether anything was changed
   * @throws upstream.malformed_call where a choice ends with a call that has no name
   */
  mend(chunk: Json): boolean {
    let isChanged = this.#mendHead(chunk);
    if (!Array.isArray(chunk.choices)) return isChanged;
    chunk.choices.forEach((one, place) => {
      const choice = objectOf(one);
      if (choice !== null && this.#mendChoice(choice, this.#choiceAt(placeOf(choice.index) ?? place)))
        isChanged = true;
    });
    return isChanged;
  }

  /** The call of a choice that its next fragment goes on with, if no other is named. */
  callAt(index: number): MendedCall | null {
    return this.#choices.get(index)?.calls.last ?? null;
  }

  /** Ends the choices whose vendor said an empty end and nothing else; null where there are none. */
  endChunk(): Json | null {
    const choices = [...this.#choices]
      .filter(([, { isFinished, saidNoEnd }]) => saidNoEnd && !isFinished)
      .map(([index, { calls }]) => {
        const delta: Json = {};
        calls.fillEmpty(delta);
        return { index, delta, logprobs: null, finish_reason: mendEnd('', calls) };
      });
    return choices.length === 0 ? null : { ...this.#head, choices };
  }

  #mendHead(chunk: Json): boolean {
    const { object } = this.#kind;
    const said = textOf(chunk.id);
    let isChanged = false;
    if (this.id === '' && (said !== '' || chunk.id === '')) this.id = said || this.#ids.answer;
    if (this.id !== '' && chunk.id !== this.id) {
      chunk.id = this.id;
      isChanged = true;
    }
    // Some vendors name the last one otherwise; clients need none.
    if (typeof chunk.object === 'string' && chunk.object !== object) {
      chunk.object = object;
      isChanged = true;
    }
    if (this.#head.id !== this.id)
      this.#head = { id: this.id, object, created: chunk.created, model: chunk.model };
    return isChanged;
  }

  #mendChoice(choice: Json, state: Choice): boolean {
    const said = objectOf(choice.delta) ?? {};
    let isChanged = mendContent(said);
    if (state.calls.mend(said)) isChanged = true;
    const reason = choice.finish_reason;
    if (reason === undefined || reason === null) return isChanged;
    if (isNoEnd(reason) || state.isFinished) {
      if (!state.isFinished) state.saidNoEnd = true;
      choice.finish_reason = null;
      return true;
    }
    state.isFinished = true;
    state.calls.assertNamed();
    if (state.calls.fillEmpty(said)) {
      choice.delta = said;
      isChanged = true;
    }
    const end = mendEnd(reason, state.calls);
    if (end === reason) return isChanged;
    choice.finish_reason = end;
    return true;
  }

  #choiceAt(index: number): Choice {
    let choice = this.#choices.get(index);
    if (choice === undefined) {
      const calls = new CallMender(this.#ids, { firstPlace: index * CALLS_A_CHOICE, isWhole: false });
      choice = { calls, isFinished: false, saidNoEnd: false };
      if (this.#choices.size < MAX_CHOICES) this.#choices.set(index, choice);
    }
    return choice;
  }
}
