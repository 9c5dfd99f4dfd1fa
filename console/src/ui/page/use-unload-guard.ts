import { useEffect } from 'react';

/** While something typed is not saved, the browser asks before the page is reloaded or closed. */
export function useUnloadGuard(isDirty: boolean): void {
  // The browser's own question is outside React.
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
