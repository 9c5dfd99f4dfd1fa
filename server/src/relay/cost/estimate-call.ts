import { type AskedKinds, type CallEstimate, quoteOf } from '../../billing/charge.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { maxImageTokens } from '../../dialects/media-input.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { AcceptedCall } from '../call/call-context.ts';
import type { LearnedTraits, ModelTraits } from '../learned/model-traits.ts';

/** Assumptions for the cost of a call. */
interface UseTerms {
  /** Tokens of its text; the estimate from the request if omitted. */
  textTokens?: number;
  /** Limit of its answer, if the upstream respects it. */
  outputTokens: number;
  traits: LearnedTraits;
}

/**
 * Returns the priced options of a request. Without a tier in the request, the default tier of the vendor's
 * account applies. Sources: OpenAI API reference, "Create chat completion", `service_tier`; Claude docs,
 * "Service tiers".
 */
function asksOn({ asks }: RequestFacts, { unaskedTier }: Readonly<ModelTraits>): AskedKinds {
  return asks.tier === '' && unaskedTier !== null ? { ...asks, tier: unaskedTier } : asks;
}

/** Maximum use of a call on one route. */
export function mostUse(
  facts: RequestFacts,
  route: Route,
  { textTokens = facts.inputTokens, outputTokens, traits }: UseTerms,
): CallEstimate {
  const { media, units } = facts;
  const { upstreamModel } = route;
  const known = traits.of(route);
  return {
    textTokens: textTokens + known.hiddenInput,
    imageTokens: media === null ? 0 : media.imageCount * maxImageTokens(upstreamModel) + media.documentTokens,
    audioTokens: media?.audioTokens ?? 0,
    outputTokens: outputTokens + known.hiddenOutput,
    asks: asksOn(facts, known),
    units,
  };
}

/** Minimum use of a call on any route, with the longest possible answer. */
export const leastUse = (
  { media, asks, units }: RequestFacts,
  { textTokens, outputTokens }: Pick<Required<UseTerms>, 'textTokens' | 'outputTokens'>,
): CallEstimate => ({
  textTokens,
  imageTokens: media?.leastImageTokens ?? 0,
  audioTokens: media?.leastAudioTokens ?? 0,
  outputTokens,
  asks,
  units,
});

/**
 * Likely use of a call's input: the maximum for text, an approximation for media, because not every picture
 * has the maximum size.
 */
export function likelyInputUse(
  facts: RequestFacts,
  route: Route,
  terms: Pick<UseTerms, 'textTokens' | 'traits'>,
): CallEstimate {
  const { media } = facts;
  return {
    ...mostUse(facts, route, { ...terms, outputTokens: 0 }),
    imageTokens: media?.likelyImageTokens ?? 0,
    audioTokens: media?.likelyAudioTokens ?? 0,
  };
}

/** Returns the points for the most expensive route that may serve a call. */
export function maxQuote(
  { routes, payingGroup }: Pick<AcceptedCall, 'routes' | 'payingGroup'>,
  useOn: (route: Route) => CallEstimate,
): number {
  let points = 0;
  forEachChannel(routes, (route) => {
    points = Math.max(points, quoteOf(useOn(route), route.price, payingGroup.ratio));
  });
  return points;
}

/** Visits each channel once: all its keys cost the same. @param routes grouped by channel */
export function forEachChannel(routes: readonly Route[], look: (route: Route) => void): void {
  let lastId = 0;
  for (const route of routes) {
    if (route.channel.id !== lastId) look(route);
    lastId = route.channel.id;
  }
}

/** Returns the estimated input tokens on the chosen route, without hidden tokens. */
export function estimatedInputOf(facts: RequestFacts, upstreamModel: string): number {
  const { media, inputTokens } = facts;
  if (media === null) return inputTokens;
  return (
    inputTokens + media.imageCount * maxImageTokens(upstreamModel) + media.documentTokens + media.audioTokens
  );
}
