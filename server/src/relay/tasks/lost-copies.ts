import type { RelayDeps } from '../relay-deps.ts';

/** A copy is written for a quarter of an hour at most. */
const OLD_SECONDS = 86_400;
const ASKED_AT_ONCE = 200;

/**
 * Deletes copies in the folder that no task has: of a process that ended while it copied, or of a task
 * that another node deleted.
 * @returns files deleted
 */
export async function removeLostCopies(
  { tasks, taskFiles }: Pick<RelayDeps, 'tasks' | 'taskFiles'>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  const removeLost = async (names: readonly string[]): Promise<void> => {
    const known = await tasks.copiesOf(names.map(taskOf));
    const lost = names.filter((name) => !known.has(name));
    await taskFiles.remove(lost);
    removed += lost.length;
  };
  let names: string[] = [];
  for await (const name of taskFiles.oldNames(OLD_SECONDS)) {
    if (signal.aborted) return removed;
    names.push(name);
    if (names.length < ASKED_AT_ONCE) continue;
    await removeLost(names);
    names = [];
  }
  if (names.length > 0) await removeLost(names);
  return removed;
}

/** Id of the task at the beginning of a name. */
const taskOf = (name: string): string => name.split('-', 1)[0] ?? '';
