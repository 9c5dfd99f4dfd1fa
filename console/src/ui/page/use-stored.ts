import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Where the browser stores nothing, the choice still holds for this visit. */
const unsaved = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unsaved.get(key) ?? null;
  } catch {
    return unsaved.get(key) ?? null;
  }
}

function write(key: string, value: string): void {
  unsaved.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A text that the browser keeps for this reader. */
export function useStored(key: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => read(key) ?? fallback);
  const set = useCallback((next: string) => write(key, next), [key]);
  return [value, set];
}
