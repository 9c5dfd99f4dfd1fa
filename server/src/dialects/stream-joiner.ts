import type { AnswerHead } from './neutral/answer.ts';
import { type Json, objectOf } from './neutral/json-values.ts';

/**
 * Joins the events of a stream into a whole answer of the same dialect. The members of an event are kept unchanged, known
 * or not.
 */
export interface StreamJoiner {
  /** Memory that the answer takes so far, about, in bytes. */
  readonly bytes: number;
  /** @param event that belongs to the answer: neither an error nor a mark of the end */
  add(event: Json): void;
  /** @param fallback what identifies the answer where the stream did not */
  whole(fallback: AnswerHead): object;
}

/** Overhead of a text or an object. */
const BESIDE_BYTES = 64;

/** Memory that a value takes, about: a text as long as JSON spells it. Not by recursion: its nesting is a stranger's. */
export function bytesOf(root: unknown): number {
  if (typeof root === 'string') return BESIDE_BYTES + JSON.stringify(root).length;
  const open = [root];
  let bytes = 0;
  while (open.length > 0) {
    const value = open.pop();
    bytes += BESIDE_BYTES;
    if (typeof value === 'string') bytes += JSON.stringify(value).length;
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) open.push(inner);
  }
  return bytes;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Letters of short pieces that are put together at once. */
const BLOCK_LENGTH = 4096;

/** A text that comes in pieces. Each of millions would be an object of its own. */
export class JoinedText {
  readonly #blocks: string[] = [];
  #pieces: string[] = [];
  #length = 0;

  /** @returns memory that it takes more, about */
  add(piece: string): number {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length >= BLOCK_LENGTH) {
      this.#blocks.push(this.#pieces.join(''));
      this.#pieces = [];
      this.#length = 0;
    }
    return JSON.stringify(piece).length - 2;
  }

  toString(): string {
    return this.#blocks.join('') + this.#pieces.join('');
  }
}

/** Memory of all objects of an answer together. */
export interface JoinedSize {
  bytes: number;
}

/** An object of the answer, to which each event may add members: what is said later counts. */
export class JoinedMembers {
  readonly #size: JoinedSize;
  readonly #members = new Map<string, unknown>();
  /** Sizes of members that may be replaced. */
  readonly #sizes = new Map<string, number>();

  constructor(size: JoinedSize) {
    this.#size = size;
    size.bytes += BESIDE_BYTES;
  }

  /** A text that was made longer is there, but not looked at. */
  get(name: string): unknown {
    return this.#members.get(name);
  }

  /** Null is kept where nothing else was said. */
  set(name: string, value: unknown): void {
    if (value === undefined || (value === null && this.#members.has(name))) return;
    this.#grow(name, bytesOf(value) - (this.#sizes.get(name) ?? 0));
    this.#members.set(name, value);
  }

  setAll(source: Json, except: ReadonlySet<string> = NO_NAMES): void {
    for (const name of Object.keys(source)) if (!except.has(name)) this.set(name, source[name]);
  }

  /** Makes a text longer. */
  append(name: string, piece: string): void {
    let text = this.#members.get(name);
    if (!(text instanceof JoinedText)) {
      const before = typeof text === 'string' ? text : '';
      text = new JoinedText();
      (text as JoinedText).add(before);
      this.#members.set(name, text);
    }
    this.#grow(name, (text as JoinedText).add(piece));
  }

  /** Makes a list longer. */
  push(name: string, values: readonly unknown[]): void {
    let list = this.#members.get(name);
    if (!Array.isArray(list)) {
      list = [];
      this.#members.set(name, list);
    }
    for (const value of values) {
      this.#grow(name, bytesOf(value));
      (list as unknown[]).push(value);
    }
  }

  toJson(): Json {
    const members = [...this.#members];
    return Object.fromEntries(
      members.map(([name, value]) => [name, value instanceof JoinedText ? value.toString() : value]),
    );
  }

  #grow(name: string, bytes: number): void {
    this.#sizes.set(name, (this.#sizes.get(name) ?? 0) + bytes);
    this.#size.bytes += bytes;
  }
}

/** Objects of an answer by the numbers that its events give them, or their places in a list. */
export class JoinedList<Item> {
  readonly #items = new Map<number, Item>();
  readonly #make: (number: number) => Item;

  constructor(make: (number: number) => Item) {
    this.#make = make;
  }

  at(number: number): Item {
    let item = this.#items.get(number);
    if (item === undefined) {
      item = this.#make(number);
      this.#items.set(number, item);
    }
    return item;
  }

  has(number: number): boolean {
    return this.#items.has(number);
  }

  /** In the order of their numbers, which may leave some out. */
  inOrder(): Item[] {
    return [...this.#items].sort(([first], [second]) => first - second).map(([, item]) => item);
  }
}

export const objectsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : [];
