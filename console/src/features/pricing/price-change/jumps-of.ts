import { type Price, priceJumps } from '@turnpike/contract';
import type { JumpLine } from './jump-question.ts';

/** Parts of the new prices that must be confirmed. */
export function jumpsOf(inUse: readonly Price[], next: readonly Price[]): JumpLine[] {
  const before = new Map(inUse.map((price) => [price.model, price]));
  return next.flatMap((price) =>
    priceJumps(before.get(price.model), price).map((jump) => ({
      ...jump,
      model: price.model,
      isPerCall: price.type === 'times',
    })),
  );
}
