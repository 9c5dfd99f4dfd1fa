const KEY = 'signedIn';

/**
 * Whether somebody signed in with this browser. The session itself lies in a cookie that scripts cannot read;
 * the hint only spares visitors a call whose answer would be "nobody".
 */
export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

export function rememberSession(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Then every visit asks.
  }
}
