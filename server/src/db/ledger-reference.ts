/** Reference to a batch in one user's ledger entry: the batch, and the number of its calls by that user. */
export const batchReference = (batch: string, calls: number): string => `${batch}/${calls}`;

/** @returns undefined where an earlier version wrote the reference */
export function callsOfBatch(reference: string): number | undefined {
  const calls = /\/(\d+)$/.exec(reference)?.[1];
  return calls === undefined ? undefined : Number(calls);
}
