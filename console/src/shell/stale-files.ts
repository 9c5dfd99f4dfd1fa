import { useSyncExternalStore } from 'react';

let areStale = false;
const listeners = new Set<() => void>();

/** Vite tells when a screen's file is gone: the server has been updated since this page was loaded. */
window.addEventListener('vite:preloadError', () => {
  areStale = true;
  for (const listener of listeners) listener();
});

export function useHasStaleFiles(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => areStale,
  );
}
