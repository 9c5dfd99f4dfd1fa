import type { AnswerSink, PartHead } from './answer-sink.ts';
import { PassingSink } from './passing-sink.ts';

/**
 * Calls of custom tools that an upstream knows as functions with one text, `input`, become calls of custom tools again.
 * Their input leaves when it is whole: a text inside of a text cannot be told earlier.
 */
class CustomCalls extends PassingSink {
  readonly #names: ReadonlySet<string>;
  /** Input of the open call of each choice that is one. */
  readonly #inputs = new Map<number, string[]>();

  constructor(sink: AnswerSink, names: ReadonlySet<string>) {
    super(sink);
    this.#names = names;
  }

  override open(choice: number, part: number, head: PartHead): void {
    if (head.kind !== 'call' || head.isCustom || !this.#names.has(head.name)) {
      this.sink.open(choice, part, head);
      return;
    }
    this.#inputs.set(choice, []);
    this.sink.open(choice, part, { ...head, isCustom: true });
  }

  override add(choice: number, part: number, text: string): void {
    const input = this.#inputs.get(choice);
    if (input === undefined) this.sink.add(choice, part, text);
    else input.push(text);
  }

  override close(choice: number, part: number): void {
    const input = this.#inputs.get(choice);
    this.#inputs.delete(choice);
    if (input !== undefined) {
      const text = customInput(input.join(''));
      if (text !== '') this.sink.add(choice, part, text);
    }
    this.sink.close(choice, part);
  }
}

/** @param names of the custom tools that the caller named; an upstream that knows them as such says so itself */
export const withCustomCalls = (sink: AnswerSink, names: ReadonlySet<string>): AnswerSink =>
  names.size === 0 ? sink : new CustomCalls(sink, names);

/** The one text of a function's input; a model that wrote something else is taken by its word. */
function customInput(json: string): string {
  try {
    const { input } = JSON.parse(json) as { input?: unknown };
    return typeof input === 'string' ? input : json;
  } catch {
    return json;
  }
}
