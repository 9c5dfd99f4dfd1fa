import { type QueryKey, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { isAbort } from '../../../api/api-error.ts';

/** A call of this visit, and what it has made so far. */
export interface Made<Result> {
  id: number;
  state: 'making' | 'done' | 'stopped' | 'failed';
  model: string;
  /** As the reader wrote it. */
  prompt: string;
  requestId: string;
  results: readonly Result[];
  error?: unknown;
}

/** Where a call reports. */
export interface MakingTo<Result> {
  signal: AbortSignal;
  onRequest: (requestId: string) => void;
  onResult: (result: Result) => void;
}

/** More calls would keep too much in memory. */
const MAX_MADE = 12;

let lastId = 0;
const running = new Map<number, AbortController>();

interface MadeOptions<Result> {
  /** Frees the memory of a result that is not shown any more. */
  release: (result: Result) => void;
}

/** Calls of this visit with their results, newest first. They are kept in memory, also while another screen is open. */
export function useMade<Result>(work: string, { release }: MadeOptions<Result>) {
  const client = useQueryClient();
  const queryKey: QueryKey = ['playground', 'made', work];
  const { data: made = [] } = useQuery<readonly Made<Result>[]>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const read = () => client.getQueryData<readonly Made<Result>[]>(queryKey) ?? [];
  const write = (next: readonly Made<Result>[]) => {
    for (const old of read()) if (!next.some(({ id }) => id === old.id)) old.results.forEach(release);
    client.setQueryData(queryKey, next);
  };
  const change = (id: number, changed: (one: Made<Result>) => Partial<Made<Result>>) =>
    write(read().map((one) => (one.id === id ? { ...one, ...changed(one) } : one)));

  async function make(
    asked: Pick<Made<Result>, 'model' | 'prompt'>,
    call: (to: MakingTo<Result>) => Promise<void>,
  ): Promise<void> {
    lastId += 1;
    const id = lastId;
    const controller = new AbortController();
    running.set(id, controller);
    write(
      [{ ...asked, id, state: 'making', requestId: '', results: [] } as Made<Result>, ...read()].slice(
        0,
        MAX_MADE,
      ),
    );
    try {
      await call({
        signal: controller.signal,
        onRequest: (requestId) => change(id, () => ({ requestId })),
        onResult: (result) => change(id, ({ results }) => ({ results: [...results, result] })),
      });
      change(id, () => ({ state: 'done' }));
    } catch (error) {
      change(id, () => (isAbort(error) ? { state: 'stopped' } : { state: 'failed', error }));
    } finally {
      running.delete(id);
    }
  }

  const isMaking = made.some(({ state }) => state === 'making');
  return {
    made,
    isMaking,
    make,
    stop: () => {
      for (const { id, state } of read()) if (state === 'making') running.get(id)?.abort();
    },
    clear: () => write(read().filter(({ state }) => state === 'making')),
  };
}
