import { useSyncExternalStore } from 'react';

/**
 * `ended`: the server no longer knows the session, what is on the page stays until the account signs in again;
 * `replaced`: another account has signed in in another tab of this browser.
 */
export type SessionState = 'alive' | 'ended' | 'replaced';

let state: SessionState = 'alive';
const listeners = new Set<() => void>();

export const readSessionState = (): SessionState => state;

export function setSessionState(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

export function useSessionState(): SessionState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readSessionState);
}
