import type { PartNote } from './answer.ts';
import type { PartHead } from './answer-sink.ts';

/** A part that came while a call before it was not whole. */
export interface HeldPart {
  head: PartHead;
  /** Empty for a part that is known by its kind alone. */
  key: string;
  text: string[];
  notes: PartNote[];
  /** Nothing belongs to it any more. */
  isOver: boolean;
}

/**
 * Parts that wait for a call to become whole: vendors interleave the fragments of several calls, but an answer has
 * one part after the other.
 */
export class HeldParts {
  readonly #parts: HeldPart[] = [];
  #first = 0;
  readonly #byKey = new Map<string, HeldPart>();

  get count(): number {
    return this.#parts.length - this.#first;
  }

  open(head: PartHead, key: string): void {
    const part: HeldPart = { head, key, text: [], notes: [], isOver: false };
    this.#parts.push(part);
    if (key !== '') this.#byKey.set(key, part);
  }

  find(key: string): HeldPart | undefined {
    return this.#byKey.get(key);
  }

  /** The part that text of this kind goes on with. */
  goOn(head: PartHead): HeldPart {
    const last = this.#last;
    if (last?.head.kind !== head.kind || last.isOver || last.key !== '') this.open(head, '');
    return this.#last as HeldPart;
  }

  /** The part that a note belongs to: the last one, if it is of this kind. */
  noted(head: PartHead): HeldPart {
    const last = this.#last;
    if (last?.head.kind !== head.kind || last.isOver) this.open(head, '');
    return this.#last as HeldPart;
  }

  /** @param key null for the last one */
  end(key: string | null): void {
    const part = key === null ? this.#last : this.#byKey.get(key);
    if (part !== undefined) part.isOver = true;
  }

  /** The part that began first; it is held no longer. */
  take(): HeldPart | undefined {
    const part = this.#parts[this.#first];
    if (part === undefined) return undefined;
    this.#first += 1;
    this.#byKey.delete(part.key);
    if (this.count === 0) {
      this.#parts.length = 0;
      this.#first = 0;
    }
    return part;
  }

  get #last(): HeldPart | undefined {
    return this.count === 0 ? undefined : this.#parts.at(-1);
  }
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** Determines from the pieces of a call's input whether it is complete. */
export class InputProgress {
  /** Input that is not a JSON object or list has no visible end. */
  isWhole = false;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  add(piece: string): void {
    if (this.isWhole) return;
    for (let at = 0; at < piece.length; at += 1) {
      this.#read(piece.charCodeAt(at));
      if (this.isWhole) return;
    }
  }

  #read(letter: number): void {
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (letter === BACKSLASH) this.#isEscaped = true;
      else if (letter === QUOTE) this.#isInText = false;
    } else if (letter === QUOTE && this.#depth > 0) this.#isInText = true;
    else if (letter === 0x7b || letter === 0x5b) this.#depth += 1;
    else if (letter === 0x7d || letter === 0x5d) {
      this.#depth -= 1;
      this.isWhole = this.#depth <= 0;
    } else if (this.#depth === 0 && letter > 0x20) this.isWhole = true;
  }
}
