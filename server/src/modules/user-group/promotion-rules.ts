export interface PromotionGroup {
  symbol: string;
  /** Top-ups in total that bring an account into it; 0: none do. */
  promotion_points: number;
  enable: 0 | 1;
}

interface Member {
  group: string;
  /** An administrator chose the group. */
  isChosen: boolean;
  toppedUpPoints: number;
}

/**
 * The group that an account enters by its top-ups: the highest that it has paid for, if that is above its own. An account
 * is never moved down, nor out of a group that an administrator chose.
 * @returns symbol; undefined keeps the group
 */
export function promotedGroup(
  { group, isChosen, toppedUpPoints }: Member,
  groups: readonly PromotionGroup[],
): string | undefined {
  if (isChosen) return undefined;
  let best = { symbol: group, promotion_points: 0 };
  for (const one of groups) if (one.symbol === group) best = one;
  for (const one of groups) {
    const isReached = one.enable === 1 && one.promotion_points <= toppedUpPoints;
    if (isReached && one.promotion_points > best.promotion_points) best = one;
  }
  return best.symbol === group ? undefined : best.symbol;
}
