import { useSyncExternalStore } from 'react';

let loading = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  loading += by;
  for (const listener of listeners) listener();
}

/** Counts a screen's code as on its way, for the bar at the top. */
export async function trackLoading<Result>(work: Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await work;
  } finally {
    change(-1);
  }
}

export function useIsScreenLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => loading > 0,
  );
}
