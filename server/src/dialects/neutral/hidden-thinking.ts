import type { PartHead } from './answer-sink.ts';
import { PassingSink } from './passing-sink.ts';

/** Leaves out what a model thought for a caller who does not want to see it; its seals stay. */
export class HiddenThinking extends PassingSink {
  /** Choices whose open part is thinking. */
  readonly #thinking = new Set<number>();

  override open(choice: number, part: number, head: PartHead): void {
    if (head.kind === 'thinking') this.#thinking.add(choice);
    else this.#thinking.delete(choice);
    this.sink.open(choice, part, head);
  }

  override add(choice: number, part: number, text: string): void {
    if (!this.#thinking.has(choice)) this.sink.add(choice, part, text);
  }
}
