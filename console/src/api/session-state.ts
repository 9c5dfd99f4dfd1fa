import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

/**
 * `ended`: the server no longer knows the session, what is on the page stays until the account signs in again;
 * `replaced`: another account has signed in in another tab of this browser.
 */
export type SessionState = 'alive' | 'ended' | 'replaced';

let state: SessionState = 'alive';
const listeners = new Set<() => void>();

export const readSessionState = (): SessionState => state;

/** Whether a call failed because the session has ended, which the dialog to sign in again says. */
export const isSaidByDialog = (error: unknown): boolean =>
  state === 'ended' && error instanceof ApiError && error.code === 'session.required';

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
