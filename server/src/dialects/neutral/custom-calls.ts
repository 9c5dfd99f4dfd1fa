import type { AnswerSink, PartHead } from './answer-sink.ts';
import { PassingSink } from './passing-sink.ts';
import { WrappedInput } from './wrapped-input.ts';

/**
 * Calls of custom tools that an upstream knows as functions with one text, `input`, become calls of custom tools again.
 * Their input leaves as it comes.
 */
class CustomCalls extends PassingSink {
  readonly #names: ReadonlySet<string>;
  /** Input of the open call of each choice that is one. */
  readonly #inputs = new Map<number, WrappedInput>();

  constructor(sink: AnswerSink, names: ReadonlySet<string>) {
    super(sink);
    this.#names = names;
  }

  override open(choice: number, part: number, head: PartHead): void {
    if (head.kind !== 'call' || head.isCustom || !this.#names.has(head.name)) {
      this.sink.open(choice, part, head);
      return;
    }
    this.#inputs.set(choice, new WrappedInput());
    this.sink.open(choice, part, { ...head, isCustom: true });
  }

  override add(choice: number, part: number, text: string): void {
    const told = this.#inputs.get(choice)?.add(text) ?? text;
    if (told !== '') this.sink.add(choice, part, told);
  }

  override close(choice: number, part: number): void {
    const rest = this.#inputs.get(choice)?.end() ?? '';
    this.#inputs.delete(choice);
    if (rest !== '') this.sink.add(choice, part, rest);
    this.sink.close(choice, part);
  }
}

/** @param names of the custom tools that the caller named; an upstream that knows them as such says so itself */
export const withCustomCalls = (sink: AnswerSink, names: ReadonlySet<string>): AnswerSink =>
  names.size === 0 ? sink : new CustomCalls(sink, names);
