import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { assertGroupIsOpen } from '../user-group/user-group-repository.ts';

interface GivenSpares {
  backup_group?: string | undefined;
  spare_groups?: readonly string[] | undefined;
}

/**
 * Spare groups after a change, in order. A client that knows one spare group sends `backup_group` alone, or together
 * with the list that it read; it writes the first place. Empty, it leaves none.
 * @param stored present spare groups
 */
export function sparesAfter(
  stored: readonly string[],
  { backup_group, spare_groups }: GivenSpares,
): readonly string[] {
  if (spare_groups !== undefined && !isSameList(spare_groups, stored)) return spare_groups;
  if (backup_group === undefined || backup_group === (stored[0] ?? '')) return stored;
  if (backup_group === '') return [];
  return [backup_group, ...stored.slice(1).filter((symbol) => symbol !== backup_group)];
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((symbol, index) => symbol === other[index]);

/**
 * @param before spare groups that the key has already; they may stay
 * @throws user_group.not_found or user_group.not_allowed, naming the member that was sent
 */
export async function assertSparesAreOpen(
  trx: Transaction<Tables>,
  spares: readonly string[],
  { before, ownSymbol, given }: { before: readonly string[]; ownSymbol: string; given: GivenSpares },
): Promise<void> {
  for (const symbol of spares) {
    if (before.includes(symbol)) continue;
    const index = given.spare_groups?.indexOf(symbol) ?? -1;
    await assertGroupIsOpen(trx, symbol, ownSymbol, index < 0 ? 'backup_group' : `spare_groups.${index}`);
  }
}
