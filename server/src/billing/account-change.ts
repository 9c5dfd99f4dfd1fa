import type { Account } from './account.ts';

/** Changes of one amount run one after another. */
export function inTurn<Result>(account: Account, change: () => Promise<Result>): Promise<Result> {
  const changed = account.lastChange.then(change);
  account.lastChange = changed.then(
    () => {},
    () => {},
  );
  return changed;
}

/**
 * Changes an amount in memory and in the database. The book is the lower one meanwhile.
 * @param write adds the difference in the database
 */
export async function changeAmount(
  account: Account,
  points: number,
  write: (difference: number) => Promise<void>,
): Promise<void> {
  const difference = points - account.balance;
  const lowered = Math.min(0, difference);
  account.balance += lowered;
  try {
    await write(difference);
  } catch (error) {
    account.balance -= lowered;
    throw error;
  }
  account.balance += difference - lowered;
}
