import { endOfString } from '../../platform/json/json-structure.ts';

const DATA = 'data:';
const NEXT_DATA = '\ndata:';
const CALLS = '"tool_calls"';
const ARGUMENTS = /"arguments"[ \t]*:[ \t]*"/g;

/** How the chunks of a stream say its id: the same text in each, at the same place or elsewhere. */
export class HeadHabit {
  /** The common start of chunks, with their id; empty if the id is elsewhere. */
  #head = '';
  /** Their id with its name. */
  #id = '';
  #isKnown = false;

  /**
   * @param text of an event that needed no fixing, one letter a byte
   * @param id what it said; empty where it said none
   */
  learn(text: string, id: string): void {
    this.#isKnown = true;
    this.#head = '';
    this.#id = '';
    if (id === '') return;
    const found = ['"id":', '"id": ']
      .map((name) => name + JSON.stringify(id))
      .find((one) => text.includes(one));
    if (found === undefined) {
      this.#isKnown = false;
      return;
    }
    this.#id = found;
    const end = text.indexOf(found) + found.length;
    // The members between id and choices are mostly the same in all chunks.
    const choices = text.indexOf('"choices"', end);
    const head = text.slice(0, choices === -1 ? end : choices);
    // Members next to the id differ by chunk, so they are searched.
    const hasOnlyTexts = head.indexOf('{') === head.lastIndexOf('{') && !head.includes('[');
    // A copy: a slice of a longer text is compared more slowly, and keeps it.
    if (text.startsWith(DATA) && hasOnlyTexts) this.#head = Buffer.from(head, 'latin1').toString('latin1');
  }

  /** Length of the first chunk's beginning that is known; -1 where a chunk may say another id. */
  knownBytes(text: string): number {
    if (!this.#isKnown) return -1;
    // Without an id, an error is known by what it lacks.
    if (this.#id === '') return text.includes('"id":') || !text.includes('"choices"') ? -1 : 0;
    const head = this.#head;
    // Comparing slices takes a third of `startsWith`.
    const isFirstKnown = head !== '' && text.slice(0, head.length) === head;
    if (isFirstKnown && text.indexOf(NEXT_DATA, head.length) === -1) return head.length;
    for (let at = isFirstKnown ? nextData(text, head.length) : firstData(text); at !== -1; ) {
      const next = nextData(text, at);
      if (head === '' || text.slice(at, at + head.length) !== head) {
        const found = text.indexOf(this.#id, at);
        if (found === -1 || (next !== -1 && found > next)) return -1;
      }
      at = next;
    }
    return isFirstKnown ? head.length : 0;
  }
}

const firstData = (text: string): number => (text.startsWith(DATA) ? 0 : nextData(text, 0));

function nextData(text: string, from: number): number {
  const at = text.indexOf(NEXT_DATA, from);
  return at === -1 ? -1 : at + 1;
}

/** How the fragments of a call look that its vendor sends one after the other: all but their arguments is the same. */
export class CallHabit {
  #start = '';
  #end = '';

  /** @param text of an event with one fragment, which needed no fixing and has no id */
  learn(text: string): void {
    this.#start = '';
    const from = text.indexOf(CALLS);
    if (from === -1) return;
    ARGUMENTS.lastIndex = from;
    if (!ARGUMENTS.test(text)) return;
    const start = text.slice(from, ARGUMENTS.lastIndex);
    const close = endOfString(text, ARGUMENTS.lastIndex);
    const end = text.indexOf(']', close);
    if (end === -1) return;
    this.#start = start;
    this.#end = text.slice(close, end + 1);
  }

  forget(): void {
    this.#start = '';
  }

  startsAt(text: string, at: number): boolean {
    return this.#start !== '' && text.startsWith(this.#start, at);
  }

  endsAt(text: string, at: number): boolean {
    return text.startsWith(this.#end, at);
  }
}
