import type { Logprob, PartNote } from './answer.ts';
import type { AnswerSink, PartHead } from './answer-sink.ts';
import type { MediaPart } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';
import { PassingSink } from './passing-sink.ts';

/** Content other than text that the answers of a dialect can hold. */
export interface AnswerPlaces {
  thinking: boolean;
  calls: boolean;
  citations: boolean;
  logprobs: boolean;
  media(part: MediaPart): boolean;
}

/** Names of parts that only one dialect has, if their type is not the name. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    executableCode: 'code',
    codeExecutionResult: 'code',
    '': 'unknown',
  }),
);

/** Names in the report what an answer says and its caller's dialect has no place for; the writer leaves it out. */
export class AnswerLosses extends PassingSink {
  readonly #places: AnswerPlaces;
  readonly #report: ConversionReport;
  /** Choices whose open part is thinking that is lost as soon as it has a text. */
  readonly #lostThinking = new Set<number>();

  constructor(sink: AnswerSink, { places, report }: { places: AnswerPlaces; report: ConversionReport }) {
    super(sink);
    this.#places = places;
    this.#report = report;
  }

  override open(choice: number, part: number, head: PartHead): void {
    this.#check(choice, head);
    this.sink.open(choice, part, head);
  }

  override add(choice: number, part: number, text: string): void {
    if (this.#lostThinking.delete(choice)) this.#lose('thinking');
    this.sink.add(choice, part, text);
  }

  override note(choice: number, part: number, note: PartNote): void {
    if (note.kind === 'citation') {
      if (!this.#places.citations || note.citation.url === '') this.#lose('citations');
      if (note.citation.url === '') return;
    }
    this.sink.note(choice, part, note);
  }

  override logprobs(choice: number, logprobs: readonly Logprob[]): void {
    if (!this.#places.logprobs) this.#lose('logprobs');
    this.sink.logprobs(choice, logprobs);
  }

  #check(choice: number, head: PartHead): void {
    const { calls, thinking, media } = this.#places;
    this.#lostThinking.delete(choice);
    if (head.kind === 'thinking' && !thinking) this.#lostThinking.add(choice);
    else if (head.kind === 'call' && !calls) this.#lose('calls');
    else if (head.kind === 'media' && !media(head)) this.#lose(head.media);
    // Between equal dialects nothing is converted.
    else if (head.kind === 'opaque') this.#lose(NAMES.get(head.type) ?? head.type);
  }

  #lose(name: string): void {
    this.#report.note('dropped', `answer.${name}`);
  }
}

/** Base64, as most dialects have pictures. */
export const isPictureInBytes = (
  part: MediaPart,
): part is MediaPart & { source: { kind: 'bytes'; data: string } } =>
  part.media === 'image' && part.source.kind === 'bytes';
