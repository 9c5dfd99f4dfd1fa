import { POINTS_PER_USD } from '@turnpike/contract';

/** An amount in dollars with two decimals. Rounded down, so that no reader is promised more than there is. */
export const dollarText = (points: number): string =>
  `$${(Math.floor((points / POINTS_PER_USD) * 100) / 100).toFixed(2)}`;
