const ROWS_A_BATCH = 500;

export interface DeletionPace {
  pause?: (ms: number) => Promise<void>;
  isStopped?: () => boolean;
}

/**
 * Deletes rows some at a time. A pause as long as each deletion leaves the database to others.
 * @param deleteSome deletes at most so many rows and returns how many there were
 * @returns rows deleted
 */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<bigint>,
  { pause = pauseFor, isStopped = () => false }: DeletionPace,
): Promise<number> {
  let deleted = 0;
  for (let count = ROWS_A_BATCH; count === ROWS_A_BATCH && !isStopped(); ) {
    const begun = performance.now();
    count = Number(await deleteSome(ROWS_A_BATCH));
    deleted += count;
    if (count === ROWS_A_BATCH) await pause(Math.ceil(performance.now() - begun));
  }
  return deleted;
}

const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
