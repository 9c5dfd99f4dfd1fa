/** What names a batch in one user's entry: the batch, and how many of its calls are the user's. */
export const batchReference = (batch: string, calls: number): string => `${batch}/${calls}`;

/** @returns undefined where an earlier version wrote the reference */
export function callsOfBatch(reference: string): number | undefined {
  const calls = /\/(\d+)$/.exec(reference)?.[1];
  return calls === undefined ? undefined : Number(calls);
}
