import { affordableOutput, quoteOf } from '../../billing/charge.ts';
import { PROSE_BYTES_A_TOKEN } from '../../dialects/stream-path.ts';
import type { RoutedCall } from '../call-context.ts';
import { asksOn, mostUse } from '../quote/estimate-call.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/** A hold grows by this many tokens or a quarter, whichever is more; near the end of a balance by less. */
const STEP_TOKENS = 1024;
const LEAST_STEP_TOKENS = 64;

type GrowthNeeds = Pick<RelayNeeds, 'quotaBook' | 'hiddenTokens' | 'options'>;

/** Keeps a hold ahead of a streamed answer that runs longer than such answers lately did. */
export class GrowingHold {
  /** Bytes of prose that are paid for by what is held. */
  coveredBytes = Number.POSITIVE_INFINITY;
  readonly #call: RoutedCall;
  readonly #needs: GrowthNeeds;

  constructor(call: RoutedCall, needs: GrowthNeeds) {
    this.#call = call;
    this.#needs = needs;
    const { holdGrows, route } = call;
    if (!holdGrows || route.price.type !== 'tokens') return;
    // So many tokens more do not matter, and the bytes of a short answer say little.
    this.coveredBytes = (this.#heldTokens() + LEAST_STEP_TOKENS) * PROSE_BYTES_A_TOKEN;
  }

  /** @returns false where the payers have no more, and the answer has to end here */
  grow(): boolean {
    const { quotaBook, options } = this.#needs;
    const { hold } = this.#call;
    const quarter = Math.floor(this.coveredBytes / PROSE_BYTES_A_TOKEN / 4);
    for (let step = Math.max(STEP_TOKENS, quarter); step >= LEAST_STEP_TOKENS; step = Math.floor(step / 2)) {
      if (!quotaBook.grow(hold, this.#costOf(step))) continue;
      this.coveredBytes += step * PROSE_BYTES_A_TOKEN;
      return true;
    }
    if (options().stopsUnpaidAnswers) return false;
    this.coveredBytes = Number.POSITIVE_INFINITY;
    return true;
  }

  #heldTokens(): number {
    const { facts, textTokens, route, group, hold } = this.#call;
    const { hiddenTokens } = this.#needs;
    const use = mostUse(facts, route, { textTokens: textTokens.most, outputTokens: 0, hiddenTokens });
    const input = quoteOf(use, route.price, group.ratio);
    const asks = asksOn(facts, route, hiddenTokens);
    const terms = { price: route.price, groupRatio: group.ratio, asks };
    return affordableOutput(hold.points - input, terms);
  }

  #costOf(outputTokens: number): number {
    const { facts, route, group } = this.#call;
    const asks = asksOn(facts, route, this.#needs.hiddenTokens);
    const use = { textTokens: 0, imageTokens: 0, audioTokens: 0, outputTokens, asks };
    return quoteOf(use, route.price, group.ratio);
  }
}
