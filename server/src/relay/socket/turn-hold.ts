import { quoteOf } from '../../billing/charge.ts';
import { maxImageTokens } from '../../dialects/media-input.ts';
import { type ExpectedTurn, factsOfTurn } from '../../dialects/realtime/realtime-input.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { TurnCall } from './turn-call.ts';

/** The hold is checked again after this many tokens. */
const STEP_TOKENS = 256;
const BYTES_A_TOKEN = 4;

/** Keeps the hold of a turn ahead of what is read, heard and spoken. */
export class TurnHold {
  readonly #call: TurnCall;
  readonly #deps: Pick<RelayDeps, 'quotaBook' | 'options'>;
  #coveredTokens: number;

  /** @param expected which the quote of the turn was based on */
  constructor(call: TurnCall, expected: ExpectedTurn, deps: Pick<RelayDeps, 'quotaBook' | 'options'>) {
    this.#call = call;
    this.#deps = deps;
    this.#coveredTokens = this.#tokensOf(expected);
  }

  /** @throws quota.insufficient if the payers have too few points for the tokens so far */
  cover(expected: ExpectedTurn): void {
    const tokens = this.#tokensOf(expected);
    if (tokens < this.#coveredTokens + STEP_TOKENS) return;
    this.#coveredTokens = tokens;
    const { route, payingGroup, hold } = this.#call;
    const { inputTokens, asks } = factsOfTurn(expected);
    const use = {
      textTokens: inputTokens,
      imageTokens: this.#imageTokensOf(expected),
      audioTokens: expected.input.audioTokens + STEP_TOKENS,
      outputTokens: this.#spokenTokens + STEP_TOKENS,
      asks,
    };
    const missing = quoteOf(use, route.price, payingGroup.ratio) - hold.points;
    if (missing <= 0) return;
    const { quotaBook, options } = this.#deps;
    if (!quotaBook.grow(hold, missing) && options().stopsUnpaidAnswers)
      throw new GatewayError('quota.insufficient');
  }

  #tokensOf(expected: ExpectedTurn): number {
    const { inputTokens } = factsOfTurn(expected);
    return inputTokens + expected.input.audioTokens + this.#imageTokensOf(expected) + this.#spokenTokens;
  }

  #imageTokensOf({ input }: ExpectedTurn): number {
    return input.imageCount * maxImageTokens(this.#call.route.upstreamModel);
  }

  get #spokenTokens(): number {
    const { audioTokens, textBytes } = this.#call.answer;
    return audioTokens + Math.ceil(textBytes / BYTES_A_TOKEN);
  }
}
