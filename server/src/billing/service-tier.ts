import { type ServiceTier, serviceTier } from '@turnpike/contract';

const named = new Map<string, ServiceTier>(serviceTier.map((tier) => [tier, tier]));
/** Names in Vertex AI. Sources: Google Cloud, "Flex PayGo" and "Priority PayGo". */
named.set('on_demand_flex', 'flex').set('on_demand_priority', 'priority');

/** @returns null for names of the standard price, such as `default` or `standard` */
export const serviceTierOf = (name: unknown): ServiceTier | null =>
  typeof name === 'string' ? (named.get(name.toLowerCase()) ?? null) : null;
