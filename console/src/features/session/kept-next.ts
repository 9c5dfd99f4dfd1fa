import { safeNext } from './safe-next.ts';

const KEY = 'sign-in-next';

/** Keeps the page to open after a sign-in while the browser is at a provider. */
export function keepNext(wanted: string | null): void {
  try {
    if (wanted === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, wanted);
  } catch {
    // A browser that stores nothing opens the first page.
  }
}

/** @returns an address of this site */
export function keptNext(): string {
  try {
    return safeNext(sessionStorage.getItem(KEY));
  } catch {
    return safeNext(null);
  }
}
