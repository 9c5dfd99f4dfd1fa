import { BrokenAnswerError } from '../neutral/broken-answer.ts';
import { type Json, objectOf, textOf } from '../neutral/json-values.ts';

/** Answers with more calls than this are no answers. */
const MAX_CALLS = 10_000;

/** A fragment of a call, whatever its vendor leaves out. */
export interface CallFragment {
  /** The vendor's index; undefined if the fragment continues the last call. */
  index: unknown;
  id: string;
  name: string;
  /** Null where it has none. */
  input: string | null;
  isCustom: boolean;
  source: Json;
}

/** @param place in the list of its chunk */
export function readFragment(source: Json, place: number): CallFragment {
  const given = objectOf(source.function) ?? objectOf(source.custom) ?? {};
  const id = textOf(source.id);
  const name = textOf(given.name);
  const input = given.arguments ?? given.input ?? null;
  return {
    index: source.index ?? (id === '' && name === '' ? undefined : `place ${place}`),
    id,
    name,
    input: input === null || typeof input === 'string' ? input : JSON.stringify(input),
    isCustom: source.type === 'custom',
    source,
  };
}

/** The calls of a choice, found by their fragments. */
export class ChatCalls<Call extends { id: string }> {
  readonly #byIndex = new Map<unknown, Call>();
  readonly #begin: (fragment: CallFragment) => Call;
  #last: Call | null = null;
  #count = 0;

  /** @param begin makes a call from its first fragment */
  constructor(begin: (fragment: CallFragment) => Call) {
    this.#begin = begin;
  }

  /**
   * @returns null where the fragment holds no call: some vendors fill every member that there is
   * @throws BrokenAnswerError where there are too many
   */
  of(fragment: CallFragment): Call | null {
    const { index, id, name, input } = fragment;
    let call = index === undefined ? this.#last : (this.#byIndex.get(index) ?? null);
    // Several calls come under one index, or without one: another id is another call.
    const isOther = call !== null && id !== '' && call.id !== '' && id !== call.id;
    if (call === null || isOther) {
      if (id === '' && name === '' && (input ?? '') === '') return null;
      this.#count += 1;
      if (this.#count > MAX_CALLS) throw new BrokenAnswerError('too many calls');
      call = this.#begin(fragment);
      this.#byIndex.set(index, call);
    }
    this.#last = call;
    return call;
  }
}
