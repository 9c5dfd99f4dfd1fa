import { DefaultQueryExecutor } from 'kysely';
import { vi } from 'vitest';

/** The text of each statement that a piece of work sends to the database, in transactions too. */
export async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  try {
    await work();
    return execute.mock.calls.map(([{ sql }]) => sql);
  } finally {
    execute.mockRestore();
  }
}
