import { type Price, type UsageClass, usageClasses } from '@turnpike/contract';
import { decimalProduct } from './price-unit.ts';

/**
 * Multiplier that a class of usage is charged at, also where the price names no ratio for it.
 * @param names the class, and older names that count where it is absent
 */
export function classPrice(price: Price, ...names: [UsageClass, ...UsageClass[]]): number {
  const { side, fallback } = usageClasses[names[0]];
  const ratio = names.map((name) => price.extra_ratios[name]).find((one) => one !== undefined);
  return decimalProduct(price[side], ratio ?? Number(fallback));
}

/** Whether the price names a ratio for a class, under one of these names; otherwise the usual one holds. */
export const namesClass = (price: Price, ...names: UsageClass[]): boolean =>
  names.some((name) => price.extra_ratios[name] !== undefined);

/** Whether its input alone is paid, as of embeddings: there is no output that could be free of charge. */
export const hasNoOutput = ({ input, output }: Pick<Price, 'input' | 'output'>): boolean =>
  output === 0 && input > 0;

/** Whether only units are paid, as pictures or seconds: its tokens are not free, they are not counted. */
export const isByUnitsOnly = ({
  type,
  input,
  output,
  units,
}: Pick<Price, 'type' | 'input' | 'output' | 'units'>): boolean =>
  type === 'tokens' && input === 0 && output === 0 && units.some(({ price }) => price > 0);

/** Price of tokens read from a cache. */
export const cacheReadPrice = (price: Price): number =>
  classPrice(price, 'cached_read_tokens', 'cached_tokens');

/** Part of a price that another one is; rounded up, so that it never comes to less. Nine decimals, as a ratio has. */
export const shareOf = (price: number, base: number): number =>
  Math.ceil(Number(((price / base) * 1e9).toPrecision(12))) / 1e9;
