import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { AnswerOptions, ConversationFormats } from '../../dialects/conversation-format.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import { AnswerJoiner } from '../../dialects/neutral/answer-joiner.ts';
import { AnswerLosses } from '../../dialects/neutral/answer-losses.ts';
import { AnswerOrder } from '../../dialects/neutral/answer-order.ts';
import { withCustomCalls } from '../../dialects/neutral/custom-calls.ts';
import { HiddenThinking } from '../../dialects/neutral/hidden-thinking.ts';
import { SealWatch } from '../../dialects/neutral/sealed-turn.ts';
import { parseExact } from '../../platform/json/exact-json.ts';
import { assertParsable } from '../../platform/json/json-structure.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { Counting } from '../../platform/text/token-counter.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { outputAudioTokens, outputImageTokens } from '../answer/media-output.ts';
import { errorOfAnswer, toAnswerError, toBrokenAnswer } from '../answer/read-failure.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerFindings, HeldBytes, OutputCount } from '../call/opened-answer.ts';

/** Limit for parsing and writing at once: 20 ms of the main loop for a picture of this size. */
const MAX_BYTES = 16 * 2 ** 20;

interface ConvertedAnswerDeps {
  formats: ConversationFormats;
  options: AnswerOptions;
  tokenCounter: Counting;
}

/** A whole answer, read in its upstream's dialect and written in the caller's. */
export class ConvertedAnswer implements AnswerFindings, HeldBytes {
  readonly kind = 'held';
  readonly hasLeft = false;
  readonly isComplete = true;
  readonly unreportedBytes = 0;
  readonly isCutAtLimit = false;
  readonly #call: RoutedCall;
  readonly #formats: ConversationFormats;
  readonly #options: AnswerOptions;
  readonly #joiner = new AnswerJoiner();
  readonly #order: AnswerOrder;
  readonly #counter: Counting;

  private constructor(call: RoutedCall, { formats, options, tokenCounter }: ConvertedAnswerDeps) {
    this.#call = call;
    this.#formats = formats;
    this.#options = options;
    this.#counter = tokenCounter;
    const { answerCount, customTools, toolNames, report, thinkingShown, onSealed } = options;
    const losses = new AnswerLosses(this.#joiner, { places: formats.caller.places, report });
    const told = withCustomCalls(losses, customTools);
    const shown = thinkingShown === false ? new HiddenThinking(told) : told;
    const sink = onSealed === undefined ? shown : new SealWatch(shown, onSealed);
    this.#order = new AnswerOrder(sink, { answerCount, toolNames, report });
  }

  /** @throws if the answer is broken or an error */
  static async open(
    call: RoutedCall,
    answer: UpstreamAnswer,
    deps: ConvertedAnswerDeps,
  ): Promise<ConvertedAnswer> {
    const opened = new ConvertedAnswer(call, deps);
    const body = await collectAnswer(answer, { maxBytes: MAX_BYTES, hold: call.bodyHold });
    opened.#read(() => {
      assertParsable(body);
      return parseExact(body.toString('utf8'));
    });
    return opened;
  }

  /** The same for an answer joined from a stream. */
  static ofJoined(call: RoutedCall, answer: object, deps: ConvertedAnswerDeps): ConvertedAnswer {
    const opened = new ConvertedAnswer(call, deps);
    opened.#read(() => answer);
    return opened;
  }

  get usage(): Usage | null {
    return this.#order.findings.usage;
  }
  get kept(): readonly KeptObject[] {
    return this.#order.findings.kept;
  }
  get needsNoCount(): boolean {
    return this.usage !== null;
  }
  get isFiltered(): boolean {
    return this.#order.findings.isFiltered;
  }
  get textBytes(): number {
    return this.#order.findings.textBytes;
  }
  get audioTokens(): number {
    return outputAudioTokens(this.#order.findings.audioBytes);
  }
  get units(): readonly CountedUnit[] {
    return this.#order.findings.units;
  }

  get imageTokens(): number {
    return outputImageTokens(this.#order.findings.imageCount, this.#call.facts);
  }

  body(counted: Usage | null): Buffer {
    const { caller } = this.#formats;
    const written = caller.writeAnswer(this.#joiner.answer, { ...this.#options, counted });
    return Buffer.from(JSON.stringify(written));
  }

  readOnForUsage(): number {
    return usageGraceMs.none;
  }

  isEmpty(): boolean {
    const { textBytes, audioBytes, imageCount } = this.#order.findings;
    return textBytes + audioBytes + imageCount === 0;
  }

  text(): string {
    const texts = this.#joiner.answer.choices.flatMap(({ parts }) =>
      parts.map((part) => (part.kind === 'call' ? part.input : 'text' in part ? part.text : '')),
    );
    return texts.join('\n');
  }

  async countOutput(): Promise<OutputCount | null> {
    const tokens = await this.#counter.count({ text: this.text() });
    return tokens === null ? null : { tokens, uncountedBytes: 0 };
  }

  #read(parse: () => unknown): void {
    const { route, form } = this.#call;
    try {
      const answer = parse();
      const error = errorOfAnswer(answer, { channel: route.channel, form });
      if (error !== null) throw error;
      this.#formats.upstream.readAnswer(answer, this.#order);
      this.#order.finish();
    } catch (cause) {
      throw toBrokenAnswer(cause);
    }
    const { failure, failureCode } = this.#order.findings;
    if (failure !== null) throw toAnswerError({ failure, failureCode }, { channel: route.channel, form });
  }
}
