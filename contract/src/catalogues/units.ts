/** Units that are priced each, instead of by tokens. */
export const unitKind = ['web_search', 'search', 'image', 'second', 'character', 'page', 'call'] as const;
export type UnitKind = (typeof unitKind)[number];

/**
 * Ways to be served that a vendor prices apart, by the upstream's own report; every other one has the price itself.
 * Sources: OpenAI, "Flex processing", "Priority processing" and "Batch API"; Claude docs, "Service tiers" and "Fast mode".
 */
export const serviceTier = ['flex', 'priority', 'batch', 'fast'] as const;
export type ServiceTier = (typeof serviceTier)[number];
