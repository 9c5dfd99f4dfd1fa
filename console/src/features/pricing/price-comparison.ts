import { isSamePrice, lacksHours, type Price, priceJumps, withKeptHours } from '@turnpike/contract';

/** A price of a list that is not the price in use. */
export interface PriceDifference {
  listed: Price;
  /** Undefined where the model has no price yet. */
  current: Price | undefined;
  /** A locked price is not taken from a list. */
  isLocked: boolean;
  /** Changes by more than a factor of ten or becomes free: taken only where it is chosen. */
  isJump: boolean;
  /** The list has no hours for a model whose vendor is known to bill by the hour. */
  lacksHours: boolean;
}

export interface PriceComparison {
  /** Changed ones first, each kind in the order of the models. */
  differences: PriceDifference[];
  counts: {
    new: number;
    changed: number;
    unchanged: number;
    /** Locked prices among the changed ones. */
    locked: number;
    /** Prices in use that the list does not name. */
    onlyHere: number;
    /** Unlocked prices among those; overwriting all removes them. */
    removable: number;
  };
}

/** Changes that a price list would make. */
export function comparePrices(listed: readonly Price[], inUse: readonly Price[]): PriceComparison {
  const current = new Map(inUse.map((price) => [price.model, price]));
  const listedModels = new Set(listed.map(({ model }) => model));
  const all = listed
    .map((entry): PriceDifference => {
      const before = current.get(entry.model);
      const price = withKeptHours(entry, before);
      return {
        listed: price,
        current: before,
        isLocked: before?.locked ?? false,
        isJump: priceJumps(before, price).length > 0,
        lacksHours: lacksHours(entry),
      };
    })
    .sort((a, b) => (a.listed.model < b.listed.model ? -1 : 1));
  const fresh = all.filter((one) => one.current === undefined);
  const known = all.length - fresh.length;
  const changed = all.filter((one) => one.current !== undefined && !isSamePrice(one.listed, one.current));
  return {
    differences: [...changed, ...fresh],
    counts: {
      new: fresh.length,
      changed: changed.length,
      unchanged: known - changed.length,
      locked: changed.filter(({ isLocked }) => isLocked).length,
      onlyHere: inUse.length - known,
      removable: inUse.filter(({ model, locked }) => !locked && !listedModels.has(model)).length,
    },
  };
}
