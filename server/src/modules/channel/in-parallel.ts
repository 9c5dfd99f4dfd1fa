/** Does something to each entry, to so many at a time. */
export async function inParallel<Entry>(
  entries: readonly Entry[],
  most: number,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const waiting = entries.values();
  const worker = async (): Promise<void> => {
    for (const entry of waiting) await work(entry);
  };
  await Promise.all(Array.from({ length: Math.min(most, entries.length) }, worker));
}
