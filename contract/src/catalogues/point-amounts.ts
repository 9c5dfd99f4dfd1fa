/** Points in one US dollar: 1 point = 0.000002 USD. Source: docs/reference/compatibility.md, "Prices". */
export const POINTS_PER_USD = 500_000;

/** No stored or charged amount exceeds this (about 18 million million USD / 1000); sums stay safe integers. */
export const MAX_POINTS = 2 ** 52;

/** Points to US dollars, for showing only. */
export const toUsd = (amount: number): number => amount / POINTS_PER_USD;
