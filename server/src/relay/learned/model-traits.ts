import type { ServiceTier } from '@turnpike/contract';
import { MAX_TOKEN_COUNT } from '../../billing/usage.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { RecentCounts } from './recent-counts.ts';

/** More hidden tokens are not believed to come again: the estimate took the text for too short. */
const MAX_HIDDEN_TOKENS = 32_768;
/** Fewer answers say too little of those to come. */
const MIN_LENGTHS = 4;

/** Tokens of a report beyond the expected most, below zero where there were fewer; null: unknown. */
export interface HiddenReport {
  input: number;
  output: number | null;
}

/**
 * Learned properties of an upstream model at a channel. Counts are high quantiles: they leave out the four largest of
 * the last 64 reports, or the largest of fewer, so that a single odd report changes no hold. Many odd reports of one
 * user can raise other users' holds on the same model, by at most 32 768 tokens a call, until 64 other calls have been
 * reported.
 */
export class ModelTraits {
  /** Whether it sends usage in its streams: only the others need their text counted. Null: unknown. */
  sendsUsage: boolean | null = null;
  /** It refuses to be asked for a stream's usage. */
  refusesUsageAsk = false;
  /** Member by which it lets its answers be bounded; null: the form's own. */
  limitMember: string | null = null;
  /** Smallest bound of one answer that was refused as too large; null where none was. */
  refusedTokens: number | null = null;
  /** It refuses a bound that may be left out, or does not keep to one. */
  bound: 'refuses' | 'ignores' | null = null;
  /** Whether it takes its own thinking back, where it was seen to refuse the one or the other. */
  takesThinkingBack: boolean | null = null;
  /** It was seen to take system turns at the beginning only. */
  wantsSystemFirst = false;
  /** A stream had more output tokens than bytes: it thinks, and the length is not seen. */
  thinksUnseen = false;
  /** Tier of the account where a request names none. */
  unaskedTier: ServiceTier | null = null;
  #hiddenInput: RecentCounts | null = null;
  #hiddenOutput: RecentCounts | null = null;
  #lengths: RecentCounts | null = null;
  #unlimitedLengths: RecentCounts | null = null;

  /** Tokens beyond the visible request: added prompts and tools. */
  get hiddenInput(): number {
    return this.#hiddenInput?.high ?? 0;
  }

  /** Tokens beyond the limit: reasoning outside of it, or an ignored limit. */
  get hiddenOutput(): number {
    return this.#hiddenOutput?.high ?? 0;
  }

  /** A high quantile of the lengths of answers that no limit cut, in tokens; null where too little is known. */
  get longAnswer(): number | null {
    return this.#knownLengths?.high ?? null;
  }
  /** As `longAnswer`, of answers that nothing can limit. */
  get longUnlimited(): number | null {
    return knownLengths(this.#unlimitedLengths)?.high ?? null;
  }

  /** Their median. */
  get usualAnswer(): number | null {
    return this.#knownLengths?.median ?? null;
  }

  get #knownLengths(): RecentCounts | null {
    return knownLengths(this.#lengths);
  }

  noteHidden({ input, output }: HiddenReport): void {
    this.#hiddenInput ??= new RecentCounts(MAX_HIDDEN_TOKENS);
    this.#hiddenInput.add(input);
    if (output === null) return;
    this.#hiddenOutput ??= new RecentCounts(MAX_HIDDEN_TOKENS);
    this.#hiddenOutput.add(output);
  }

  /** @param tokens of one answer that no limit cut, thinking among them */
  noteLength(tokens: number): void {
    this.#lengths ??= new RecentCounts(MAX_TOKEN_COUNT);
    this.#lengths.add(tokens);
  }

  /** @param tokens of one answer that nothing could limit */
  noteUnlimitedLength(tokens: number): void {
    this.#unlimitedLengths ??= new RecentCounts(MAX_TOKEN_COUNT);
    this.#unlimitedLengths.add(tokens);
  }
}

const knownLengths = (lengths: RecentCounts | null): RecentCounts | null =>
  lengths !== null && lengths.size >= MIN_LENGTHS ? lengths : null;

/** Nothing is known of such a model. */
const UNKNOWN: Readonly<ModelTraits> = new ModelTraits();
/** Channels and models that something is remembered of; the one that has been known longest is forgotten. */
const CAPACITY = 10_000;

type Place = Pick<Route, 'upstreamModel'> & { channel: Pick<Route['channel'], 'id'> };

/** The traits of all upstream models, per channel; in memory only. */
export class LearnedTraits {
  readonly #models = new Map<string, ModelTraits>();
  /** A call asks a dozen times for the same route; to put a name together each time takes longer than the rest. */
  #latest: { route: Place; key: string } | null = null;

  of(route: Place): Readonly<ModelTraits> {
    return this.#models.get(this.#keyOf(route)) ?? UNKNOWN;
  }

  /**
   * The traits to write what was learned just now. They keep their place: a map whose entries move with every call is
   * built anew again and again (docs/decisions/0007-calls-and-the-collector.md).
   */
  learn(route: Place): ModelTraits {
    const key = this.#keyOf(route);
    const known = this.#models.get(key);
    if (known !== undefined) return known;
    if (this.#models.size >= CAPACITY) this.#forgetOldest();
    const traits = new ModelTraits();
    this.#models.set(key, traits);
    return traits;
  }

  #keyOf(route: Place): string {
    if (this.#latest?.route === route) return this.#latest.key;
    const key = `${route.channel.id} ${route.upstreamModel}`;
    this.#latest = { route, key };
    return key;
  }

  #forgetOldest(): void {
    const oldest = this.#models.keys().next().value;
    if (oldest !== undefined) this.#models.delete(oldest);
  }
}
