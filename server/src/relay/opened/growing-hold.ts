import {
  affordableOutput,
  type CallEstimate,
  inputTokensIn,
  outputCost,
  quoteOf,
} from '../../billing/charge.ts';
import { PROSE_BYTES_A_TOKEN } from '../../dialects/stream-path.ts';
import type { RoutedCall } from '../call/call-context.ts';
import { mostUse } from '../cost/estimate-call.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** A hold grows by this many tokens or by a quarter, whichever is more; near the end of a balance by less. */
const STEP_TOKENS = 1024;
const MIN_STEP_TOKENS = 64;
/**
 * Maximum bytes of a token, such as blanks. An answer with more bytes per token throughout exceeds the limit
 * sent to its upstream.
 */
const MAX_BYTES_A_TOKEN = 128;

type GrowthDeps = Pick<RelayDeps, 'quotaBook' | 'traits' | 'options'>;

/** Keeps a hold ahead of a streamed answer that runs longer than recent answers. */
export class GrowingHold {
  /** Bytes of prose that the hold covers. */
  coveredBytes = Number.POSITIVE_INFINITY;
  readonly #call: RoutedCall;
  readonly #deps: GrowthDeps;
  /** Output tokens that the hold covers. */
  #heldTokens = 0;
  /** The limit sent to the upstream. */
  readonly #limit: number = Number.POSITIVE_INFINITY;
  /** Maximum bytes from an upstream that respects the limit; 0 without a limit. */
  readonly #boundBytes: number = 0;

  constructor(call: RoutedCall, deps: GrowthDeps) {
    this.#call = call;
    this.#deps = deps;
    const { holdGrows, route, sentLimit } = call;
    // A limit named in the request is held in full.
    if (!holdGrows || route.price.type !== 'tokens') return;
    if (sentLimit !== null) {
      this.#limit = sentLimit;
      const keepsBounds = deps.traits.of(route).bound !== 'ignores';
      if (keepsBounds) this.#boundBytes = (sentLimit + MIN_STEP_TOKENS) * MAX_BYTES_A_TOKEN;
    }
    this.#heldTokens = this.#tokensAtFirst();
    this.coveredBytes = this.#heldTokens * PROSE_BYTES_A_TOKEN;
  }

  /** @returns false if the payers have no points left and the answer must end here */
  grow(): boolean {
    const rest = this.#limit - this.#heldTokens;
    if (rest > 0 && this.#holdMore(rest)) return true;
    const { traits, options } = this.#deps;
    const isBeyondBound = this.coveredBytes >= this.#boundBytes;
    // An upstream respects the limit it was given. If the hold covers all of that limit, or all available
    // points, the length of the text gives no further information.
    if (!isBeyondBound && (rest <= 0 || (rest < MIN_STEP_TOKENS && this.#isAlone(rest)))) {
      this.coveredBytes = this.#boundBytes;
      return true;
    }
    if (isBeyondBound && this.#boundBytes > 0) traits.learn(this.#call.route).bound = 'ignores';
    if (isBeyondBound && this.#holdMore(Number.POSITIVE_INFINITY)) return true;
    if (options().stopsUnpaidAnswers) return false;
    this.coveredBytes = Number.POSITIVE_INFINITY;
    return true;
  }

  /** Whether no other call holds the points that this many more tokens would cost. */
  #isAlone(tokens: number): boolean {
    return this.#deps.quotaBook.isAlone(this.#call.hold, outputCost(tokens, this.#outputTerms()));
  }

  /** @returns false if the payers have no points left */
  #holdMore(mostTokens: number): boolean {
    const terms = this.#outputTerms();
    const quarter = Math.floor(this.coveredBytes / PROSE_BYTES_A_TOKEN / 4);
    let step = Math.min(mostTokens, Math.max(STEP_TOKENS, quarter));
    const least = Math.min(MIN_STEP_TOKENS, mostTokens);
    for (; step >= least; step = Math.floor(step / 2)) {
      if (!this.#deps.quotaBook.grow(this.#call.hold, outputCost(step, terms))) continue;
      this.#heldTokens += step;
      this.coveredBytes += step * PROSE_BYTES_A_TOKEN;
      return true;
    }
    return false;
  }

  #tokensAtFirst(): number {
    const { route, payingGroup, hold } = this.#call;
    const input = quoteOf(this.#inputUse(), route.price, payingGroup.ratio);
    return affordableOutput(hold.points - input, this.#outputTerms());
  }

  /**
   * Tokens that the upstream adds beyond limits are not deducted: near the end of an amount nothing would be
   * left.
   */
  #inputUse(): CallEstimate {
    const { facts, textTokens, route } = this.#call;
    const { traits } = this.#deps;
    const use = mostUse(facts, route, { textTokens: textTokens.most, outputTokens: 0, traits });
    use.outputTokens = 0;
    return use;
  }

  #outputTerms(): Parameters<typeof affordableOutput>[1] {
    const { route, payingGroup } = this.#call;
    const use = this.#inputUse();
    return {
      ...{ price: route.price, groupRatio: payingGroup.ratio, asks: use.asks },
      inputTokens: inputTokensIn(use),
    };
  }
}
