import { type Json, objectOf, textOf } from '../neutral/json-values.ts';

/** A text of an answer: Cloudflare says digits as numbers. Empty where it is none. */
export const wordsOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' || JSON.isRawJSON(value)
    ? JSON.stringify(value)
    : textOf(value);

export interface ContentPart {
  kind: 'text' | 'thinking';
  text: string;
}

/** A text, or parts: Mistral puts thinking into a part with parts of its own. Cloudflare says JSON as it is. */
export function contentOf(content: unknown): ContentPart[] {
  if (objectOf(content) !== null) return [{ kind: 'text', text: JSON.stringify(content) }];
  if (!Array.isArray(content)) return [{ kind: 'text', text: wordsOf(content) }];
  return content.flatMap((one): ContentPart[] => {
    const part = objectOf(one);
    if (typeof part?.text === 'string') return [{ kind: 'text', text: part.text }];
    return contentOf(part?.thinking).map(({ text }) => ({ kind: 'thinking', text }));
  });
}

/** Letters of a text that are compared where a vendor repeats it. */
const TAIL_LENGTH = 64;

/** Tracks how much of a text was passed on. */
class ToldText {
  #length = 0;
  #tail = '';

  add(text: string): void {
    this.#length += text.length;
    this.#tail = (this.#tail + text.slice(-TAIL_LENGTH)).slice(-TAIL_LENGTH);
  }

  /** The new part of a text that repeats this one. A text that does not repeat it is a further piece if `isPiece`. */
  restOf(text: string, { isPiece }: { isPiece: boolean }): string {
    const from = this.#length - this.#tail.length;
    if (text.slice(from, this.#length) === this.#tail) return text.slice(this.#length);
    return isPiece ? text : '';
  }
}

const REPEATED = ['content', 'reasoning_content', 'reasoning'] as const;

/**
 * The addition of each chunk of a choice. Usually that is its `delta`. Some vendors repeat the whole text in a `message`,
 * in addition or instead, in each chunk or in the last one.
 */
export class ChoiceDeltas {
  readonly #told = { content: new ToldText(), reasoning_content: new ToldText(), reasoning: new ToldText() };
  #hasDeltas = false;
  #hasCalls = false;

  next({ delta, message }: Json): Json {
    const added = objectOf(delta) ?? {};
    const repeated = objectOf(message);
    const said = repeated === null || saysSomething(added) ? added : this.#restOf(repeated);
    if (said === added && saysSomething(added)) this.#hasDeltas = true;
    for (const name of REPEATED) this.#told[name].add(wordsOf(said[name]));
    if (Array.isArray(said.tool_calls) && said.tool_calls.length > 0) this.#hasCalls = true;
    return said;
  }

  #restOf(message: Json): Json {
    const rest: Json = { ...message };
    for (const name of REPEATED) {
      if (!Array.isArray(message[name]) && objectOf(message[name]) === null)
        rest[name] = this.#told[name].restOf(wordsOf(message[name]), { isPiece: !this.#hasDeltas });
    }
    if (this.#hasCalls) delete rest.tool_calls;
    return rest;
  }
}

/** The message of a choice of a whole answer: some vendors leave it empty, or out, and say it in a `delta`. */
export function messageOf({ message, delta }: Json): Json {
  const said = objectOf(message);
  return said !== null && saysSomething(said) ? said : (objectOf(delta) ?? said ?? {});
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** More than who speaks. */
function saysSomething(message: Json): boolean {
  for (const name in message) if (name !== 'role' && !isNothing(message[name])) return true;
  return false;
}
