import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS, type Usage } from '../../billing/usage.ts';
import type { AnswerFacts, Dialect, NoticedCount } from '../../dialects/dialect.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import { objectOf } from '../../dialects/neutral/json-values.ts';
import { cleanWords } from '../../dialects/neutral/vendor-words.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { parseExact } from '../../platform/json/exact-json.ts';
import type { Counting } from '../../platform/text/token-counter.ts';
import { outputAudioTokens, outputImageTokens } from '../answer/media-output.ts';
import { errorOfAnswer } from '../answer/read-failure.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerFindings, HeldBytes, OutputCount } from '../call/opened-answer.ts';
import type { LongAnswer } from './long-answer.ts';
import type { WholeBody } from './whole-body.ts';

/** A list may be empty in a compaction, and in a conversation whose dialect does not always fill it. */
const isList = (value: unknown, { operation: { kind, name }, answerMembers }: Dialect): boolean =>
  Array.isArray(value) &&
  (value.length > 0 || (kind === 'conversation' && answerMembers.isFilled !== true) || name === 'compaction');
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * A whole answer in the caller's dialect. It was read and checked completely before anything is sent, so a
 * broken one can be retried on another channel.
 */
export class HeldAnswer implements AnswerFindings, HeldBytes {
  readonly kind = 'held';
  readonly hasLeft = false;
  readonly isComplete = true;
  readonly unreportedBytes = 0;
  readonly isCutAtLimit = false;
  kept: readonly KeptObject[] = [];
  readonly #call: RoutedCall;
  readonly #body: WholeBody;
  readonly #counter: Counting;
  /** The answer as changed for its client; null if it is unchanged. */
  #mended: Buffer | null = null;
  readonly #facts: AnswerFacts;
  #countedBytes: number | null = null;

  /** @throws if it is no answer */
  constructor(call: RoutedCall, body: WholeBody, { tokenCounter }: { tokenCounter: Counting }) {
    this.#call = call;
    this.#body = body;
    this.#counter = tokenCounter;
    try {
      this.#facts = body.long === null ? this.#parseFacts() : this.#scanFacts(body.long);
    } catch (error) {
      throw error instanceof GatewayError
        ? error
        : new GatewayError('upstream.broken_answer', {}, { cause: error });
    }
  }

  get usage(): Usage | null {
    return this.#facts.usage;
  }

  get needsNoCount(): boolean {
    return this.usage !== null;
  }

  get isFiltered(): boolean {
    return this.#facts.isFiltered?.() === true;
  }

  /** Only a conversation's answer is text. Vectors are not, even if they are encoded as text. */
  get textBytes(): number {
    if (this.#call.dialect.operation.kind !== 'conversation') return 0;
    return this.#countedBytes ?? this.#body.long?.textBytes ?? 0;
  }

  get audioTokens(): number {
    return outputAudioTokens(this.#facts.media().audioBytes);
  }

  get imageTokens(): number {
    return outputImageTokens(this.#facts.media().imageCount, this.#call.facts);
  }

  get units(): readonly CountedUnit[] {
    return this.#facts.units ?? NO_UNITS;
  }

  body(): Buffer {
    return this.#mended ?? this.#body.takeRest();
  }

  readOnForUsage(): number {
    return usageGraceMs.none;
  }

  text(): string {
    return this.#facts.text();
  }

  isEmpty(): boolean {
    return this.audioTokens + this.imageTokens === 0 && this.text() === '';
  }

  async countOutput(): Promise<OutputCount | null> {
    const text = this.text();
    this.#countedBytes = Buffer.byteLength(text);
    const tokens = await this.#counter.count({ text });
    return tokens === null ? null : { tokens, uncountedBytes: 0 };
  }

  #parseFacts(): AnswerFacts {
    const { dialect, route, form } = this.#call;
    const { required, instead = [], texts = [] } = dialect.answerMembers;
    const answer = JSON.parse(this.#body.rest().toString('utf8')) as Record<string, unknown> | null;
    const isAnswer =
      (required.length > 0 && required.every((name) => isList(answer?.[name], dialect))) ||
      instead.some((name) => isObject(answer?.[name])) ||
      texts.some((name) => typeof answer?.[name] === 'string');
    if (!isAnswer || answer === null || !isObject(answer) || Array.isArray(answer)) {
      const error = errorOfAnswer(answer, { channel: route.channel, form });
      throw error ?? new GatewayError('upstream.broken_answer');
    }
    const facts = this.#factsOf((name) => answer[name]);
    this.#mend(answer);
    return facts;
  }

  #scanFacts(long: LongAnswer): AnswerFacts {
    long.end();
    if (!long.isAnswer()) throw new GatewayError('upstream.broken_answer');
    return this.#factsOf(
      (name) => long.member(name, () => this.#body.rest()),
      (name) => long.noticed(name) ?? 0,
    );
  }

  #factsOf(member: (name: string) => unknown, noticed?: NoticedCount): AnswerFacts {
    const { dialect, facts } = this.#call;
    this.kept = dialect.keptOf?.(member) ?? this.kept;
    const whole = (): Buffer => this.#body.rest();
    if (facts.asks.audioOutput) this.kept = dialect.keptSounds?.(whole().toString('utf8')) ?? this.kept;
    return dialect.readAnswer(member, whole, noticed);
  }

  /** Parses the answer again, with exact numbers, if it must change for the client. */
  #mend(answer: Record<string, unknown>): void {
    if (!this.#changes(answer)) return;
    const exact = objectOf(parseExact(this.#body.rest().toString('utf8')));
    if (exact === null) return;
    this.#changes(exact);
    this.#mended = Buffer.from(JSON.stringify(exact));
  }

  /** Fixes an answer, and removes secrets from the vendor's message about its end. */
  #changes(answer: Record<string, unknown>): boolean {
    const { dialect, requestId, route } = this.#call;
    const clean = (text: string): string => textForCaller(text, route.channel);
    const isMended = dialect.mendAnswer?.(answer, requestId) === true;
    return cleanWords(answer, dialect.vendorWords ?? [], clean) || isMended;
  }
}
