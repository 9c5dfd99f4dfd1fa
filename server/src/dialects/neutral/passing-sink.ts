import type { Usage } from '../../billing/usage.ts';
import type { AnswerHead, Logprob, PartNote, Stop } from './answer.ts';
import type { AnswerSink, PartHead } from './answer-sink.ts';

/** Passes everything on to another sink; what extends it changes or watches some of it. */
export class PassingSink implements AnswerSink {
  protected readonly sink: AnswerSink;

  constructor(sink: AnswerSink) {
    this.sink = sink;
  }

  start(head: AnswerHead): void {
    this.sink.start(head);
  }

  open(choice: number, part: number, head: PartHead): void {
    this.sink.open(choice, part, head);
  }

  add(choice: number, part: number, text: string): void {
    this.sink.add(choice, part, text);
  }

  note(choice: number, part: number, note: PartNote): void {
    this.sink.note(choice, part, note);
  }

  close(choice: number, part: number): void {
    this.sink.close(choice, part);
  }

  logprobs(choice: number, logprobs: readonly Logprob[]): void {
    this.sink.logprobs(choice, logprobs);
  }

  stop(choice: number, stop: Stop): void {
    this.sink.stop(choice, stop);
  }

  usage(usage: Usage, serviceTier: string): void {
    this.sink.usage(usage, serviceTier);
  }
}
