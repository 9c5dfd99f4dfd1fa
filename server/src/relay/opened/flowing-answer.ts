import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS, type Usage } from '../../billing/usage.ts';
import type { AnswerFacts } from '../../dialects/dialect.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { outputAudioTokens, outputImageTokens } from '../answer/media-output.ts';
import { usageGraceMs } from '../answer/usage-grace.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { AnswerFindings, AnswerSink, FlowingBytes } from '../call/opened-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { WholeBody } from './whole-body.ts';

const NOTHING_KEPT: readonly KeptObject[] = [];

/** A long answer: it is passed on at the reader's pace, and scanned instead of parsed. */
export class FlowingAnswer implements AnswerFindings, FlowingBytes {
  readonly kind = 'flowing';
  readonly contentType = 'application/json';
  isComplete = false;
  kept: readonly KeptObject[] = NOTHING_KEPT;
  readonly unreportedBytes = 0;
  readonly isCutAtLimit = false;
  // An answer of this length has text.
  readonly isFiltered = false;
  readonly #call: RoutedCall;
  readonly #body: WholeBody;
  readonly #deps: Pick<RelayDeps, 'traits'>;
  #facts: AnswerFacts | null = null;

  constructor(call: RoutedCall, body: WholeBody, deps: Pick<RelayDeps, 'traits'>) {
    this.#call = call;
    this.#body = body;
    this.#deps = deps;
    // The end of the answer is not kept.
    const { dialect, facts } = call;
    if (facts.asks.audioOutput) this.kept = dialect.keptSounds?.(body.rest().toString('utf8')) ?? this.kept;
  }

  get contentLength(): string | undefined {
    return this.#body.contentLength;
  }

  get hasLeft(): boolean {
    return this.#body.leftBytes > 0;
  }

  get usage(): Usage | null {
    return this.#facts?.usage ?? null;
  }

  get needsNoCount(): boolean {
    return this.#deps.traits.of(this.#call.route).sendsUsage === true;
  }

  /** Only a conversation's answer is text. Vectors are not, even if they are encoded as text. */
  get textBytes(): number {
    if (this.#call.dialect.operation.kind !== 'conversation') return 0;
    return this.isComplete ? (this.#body.long?.textBytes ?? 0) : this.#body.leftTextBytes;
  }

  /** The answer is not parsed: apart from its text, nearly all of it is the requested sound. */
  get audioTokens(): number {
    if (this.#call.facts.asks.audioOutput !== true) return 0;
    const bytes = this.isComplete ? this.#body.size : this.#body.leftBytes;
    return outputAudioTokens(Math.max(0, bytes - this.textBytes));
  }

  get imageTokens(): number {
    const pictures = this.units.find(({ kind }) => kind === 'image')?.count ?? this.#noticedPictures;
    // In an unfinished answer, most of one picture may already have been sent.
    const leaving = this.hasLeft && this.#call.facts.asks.imageOutput ? 1 : 0;
    return outputImageTokens(pictures ?? leaving, this.#call.facts);
  }

  /** Number of pictures that have started; null if there are none, or the dialect does not mark them. */
  get #noticedPictures(): number | null {
    const { picture } = this.#call.dialect.answerMembers;
    // In one of the dialects, sound has the same members.
    if (picture === undefined || this.#call.facts.asks.audioOutput) return null;
    return this.#body.long?.noticed(picture) ?? null;
  }

  get units(): readonly CountedUnit[] {
    return this.#facts?.units ?? NO_UNITS;
  }

  async passTo(sink: AnswerSink): Promise<void> {
    await this.#body.passTo(sink);
    try {
      this.#facts = this.#readFacts();
    } catch (error) {
      throw error instanceof GatewayError
        ? error
        : new GatewayError('upstream.broken_answer', {}, { cause: error });
    }
    this.isComplete = true;
    this.#deps.traits.learn(this.#call.route).sendsUsage = this.usage !== null;
  }

  resume(): void {
    this.#body.resume();
  }

  lastPiece(): Buffer {
    return this.#body.takeRest();
  }

  readOnForUsage(): number {
    if (!this.hasLeft || this.#body.isOver) return usageGraceMs.none;
    this.#body.resume();
    return usageGraceMs.atEnd;
  }

  isEmpty(): boolean {
    return false;
  }

  countOutput(): Promise<null> {
    return Promise.resolve(null);
  }

  /** @throws if it is no answer */
  #readFacts(): AnswerFacts {
    const { dialect } = this.#call;
    const { long } = this.#body;
    long?.end();
    if (!long?.isAnswer()) throw new GatewayError('upstream.broken_answer');
    const member = (name: string): unknown => long.member(name, null);
    this.kept = dialect.keptOf?.(member) ?? this.kept;
    return dialect.readAnswer(
      member,
      () => this.#body.rest(),
      (name) => long.noticed(name) ?? 0,
    );
  }
}
