import type { RequestFacts } from '../../dialects/dialect.ts';
import type { Clock } from '../../platform/clock.ts';

/** Catalogue code of a request that is longer than a model's context. */
export const TOO_LONG = 'upstream.context_length';

const CAPACITY = 10_000;
const KEPT_MS = 3_600_000;

interface Place {
  channel: { id: number };
  upstreamModel: string;
}

/** A call of a user. */
interface LongCall {
  identity: { userId: number };
  facts: LengthFacts;
}

type LengthFacts = Pick<RequestFacts, 'likelyInputTokens' | 'media' | 'maxOutputTokens' | 'answerCount'>;

/** Tokens of the context that a request is likely to need: its input and the limit of one answer. */
export const lengthOf = ({ likelyInputTokens, media, maxOutputTokens, answerCount }: LengthFacts): number =>
  likelyInputTokens +
  (media?.likelyImageTokens ?? 0) +
  (media?.likelyAudioTokens ?? 0) +
  Math.ceil((maxOutputTokens ?? 0) / answerCount);

/**
 * Lengths that models at channels refused in the last hour, in memory. Each user has their own: a refusal may repeat words
 * of its request, and must not turn a channel away from other users.
 */
export class ContextLimits {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #refused = new Map<string, { tokens: number; untilMs: number }>();
  /** No shorter request was refused, and no refusal counts longer. */
  #lowest = Number.POSITIVE_INFINITY;
  #latestMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** A model at a channel refused a request for its length. */
  note(place: Place, call: LongCall): void {
    const now = this.#clock.monotonicMs();
    const name = nameOf(place, call);
    const tokens = lengthOf(call.facts);
    if (this.#latestMs <= now || (this.#refused.size >= CAPACITY && !this.#refused.has(name))) this.#forget();
    const known = this.#refused.get(name);
    const isKnown = known !== undefined && known.untilMs > now;
    this.#latestMs = now + KEPT_MS;
    this.#lowest = Math.min(this.#lowest, tokens);
    this.#refused.set(name, {
      tokens: isKnown ? Math.min(known.tokens, tokens) : tokens,
      untilMs: this.#latestMs,
    });
  }

  /** It answered one. */
  disprove(place: Place, call: LongCall): void {
    if (this.#refused.size === 0) return;
    const name = nameOf(place, call);
    const known = this.#refused.get(name);
    if (known !== undefined && lengthOf(call.facts) >= known.tokens) this.#refused.delete(name);
  }

  /** Whether some model at some channel may be known to refuse a request of this length. */
  mayRefuse({ facts }: Pick<LongCall, 'facts'>): boolean {
    return (
      this.#refused.size > 0 && lengthOf(facts) >= this.#lowest && this.#latestMs > this.#clock.monotonicMs()
    );
  }

  refuses(place: Place, call: LongCall): boolean {
    if (!this.mayRefuse(call)) return false;
    const known = this.#refused.get(nameOf(place, call));
    if (known === undefined || known.untilMs <= this.#clock.monotonicMs()) return false;
    return lengthOf(call.facts) >= known.tokens;
  }

  #forget(): void {
    this.#refused.clear();
    this.#lowest = Number.POSITIVE_INFINITY;
  }
}

const nameOf = ({ channel, upstreamModel }: Place, { identity }: LongCall): string =>
  `${identity.userId} ${channel.id} ${upstreamModel}`;
