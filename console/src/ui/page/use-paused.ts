import { useEffect, useState } from 'react';

/** Typing pauses for so long before the server is asked. */
const PAUSE_MS = 150;

/** The typed text once the typing pauses; an empty text immediately. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
