import type { KeptTask } from './kept-task.ts';

/** The part of a changed task that listeners get. */
export type TaskChange = Pick<KeptTask, 'taskId' | 'userId' | 'status' | 'progress'>;

/** Changes of tasks that this process makes. */
export class TaskChanges {
  readonly #listeners = new Set<(change: TaskChange) => void>();

  /** Calls a listener at each change. @returns a function that ends this */
  listen(listener: (change: TaskChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce({ taskId, userId, status, progress }: TaskChange): void {
    for (const listener of this.#listeners) listener({ taskId, userId, status, progress });
  }
}
