import { useEffect, useState } from 'react';

/** Seconds until something may be asked for again; 0 when it may. `start` begins anew. */
export function useCountdown(seconds: number): { left: number; start: () => void } {
  const [left, setLeft] = useState(0);
  const isRunning = left > 0;
  // The timer of the browser.
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setLeft((before) => before - 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return { left, start: () => setLeft(seconds) };
}
