/** Models that cannot be called, as the routing in use has them. */
export interface ModelGaps {
  /** Models that channels serve, but have no price, by name; at most 1 000. */
  unpriced(): Promise<readonly string[]>;
  /** Whether a channel that is turned on serves a model. */
  isServed(model: string): boolean;
}
