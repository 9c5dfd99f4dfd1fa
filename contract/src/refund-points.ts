/** Amounts of an order whose part is paid back; `payMinor` and `refundedMinor` are in minor units of its currency. */
export interface RefundedOrder {
  payMinor: number;
  refundedMinor: number;
}

/**
 * Points for a part of the money, rounded so that all parts together are all points.
 * @param points of the whole order
 * @param minor to pay back now
 */
export function refundPoints(
  points: number,
  { payMinor, refundedMinor }: RefundedOrder,
  minor: number,
): number {
  const upTo = (sum: number): number => Number((BigInt(points) * BigInt(sum)) / BigInt(payMinor));
  return upTo(refundedMinor + minor) - upTo(refundedMinor);
}
