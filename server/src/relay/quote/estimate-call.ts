import { type AskedKinds, type CallEstimate, quoteOf } from '../../billing/charge.ts';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { maxImageTokens } from '../../dialects/media-input.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import type { AcceptedCall } from '../call-context.ts';
import type { HiddenTokens } from '../hidden-tokens.ts';

/** What is taken of a call to know its cost. */
interface UseTerms {
  /** Of its text; those that it is taken for where left out. */
  textTokens?: number;
  /** Limit of its answer, as far as the upstream keeps to it. */
  outputTokens: number;
  hiddenTokens: HiddenTokens;
}

/**
 * What a call asks for. Who names no tier gets the one that the vendor's account is set to. Sources: OpenAI API reference,
 * "Create chat completion", `service_tier`; Claude docs, "Service tiers".
 */
function asksOn({ asks }: RequestFacts, route: Route, hiddenTokens: HiddenTokens): AskedKinds {
  const tier = asks.tier === '' ? hiddenTokens.find(route)?.unaskedTier : null;
  return tier ? { ...asks, tier } : asks;
}

/** What a call can use on one route at most. */
export function mostUse(
  facts: RequestFacts,
  route: Route,
  { textTokens = facts.inputTokens, outputTokens, hiddenTokens }: UseTerms,
): CallEstimate {
  const { media, units } = facts;
  const { upstreamModel } = route;
  const hidden = hiddenTokens.find(route);
  return {
    textTokens: textTokens + (hidden?.input.high ?? 0),
    imageTokens: media === null ? 0 : media.imageCount * maxImageTokens(upstreamModel) + media.documentTokens,
    audioTokens: media?.audioTokens ?? 0,
    outputTokens: outputTokens + (hidden?.output.high ?? 0),
    asks: asksOn(facts, route, hiddenTokens),
    units,
  };
}

/** What a call uses at least, on any route, if its answer is as long as it may be. */
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

/** What the input of a call uses, text at most and media about: no picture is as large as the largest. */
export function likelyInputUse(
  facts: RequestFacts,
  route: Route,
  terms: Pick<UseTerms, 'textTokens' | 'hiddenTokens'>,
): CallEstimate {
  const { media } = facts;
  return {
    ...mostUse(facts, route, { ...terms, outputTokens: 0 }),
    imageTokens: media?.likelyImageTokens ?? 0,
    audioTokens: media?.likelyAudioTokens ?? 0,
  };
}

/** Points of the most expensive of the routes that may serve a call. */
export function maxQuote(
  { routes, group }: Pick<AcceptedCall, 'routes' | 'group'>,
  useOn: (route: Route) => CallEstimate,
): number {
  let points = 0;
  forEachChannel(routes, (route) => {
    points = Math.max(points, quoteOf(useOn(route), route.price, group.ratio));
  });
  return points;
}

/** All keys of a channel cost the same. @param routes those by the keys of one channel stand together */
export function forEachChannel(routes: readonly Route[], look: (route: Route) => void): void {
  let lastId = 0;
  for (const route of routes) {
    if (route.channel.id !== lastId) look(route);
    lastId = route.channel.id;
  }
}

/** Tokens that the input was estimated at on the route that was taken, without what is hidden. */
export function estimatedInputOf(facts: RequestFacts, upstreamModel: string): number {
  const { media, inputTokens } = facts;
  if (media === null) return inputTokens;
  return (
    inputTokens + media.imageCount * maxImageTokens(upstreamModel) + media.documentTokens + media.audioTokens
  );
}
