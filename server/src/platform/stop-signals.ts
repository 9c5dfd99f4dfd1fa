/** A service manager signals every process of a group, and each passes it on: what comes within this time is one signal. */
const ONE_SIGNAL_MS = 2_000;

/**
 * Handles signals to stop; the result is called at each of them.
 * @param stop on the first one
 * @param stopAtOnce on one that comes later, from somebody who does not want to wait
 */
export function stopSignals({
  nowMs,
  stop,
  stopAtOnce,
}: {
  nowMs: () => number;
  stop: () => void;
  stopAtOnce: () => void;
}): () => void {
  let firstMs: number | null = null;
  return () => {
    const now = nowMs();
    if (firstMs === null) {
      firstMs = now;
      stop();
    } else if (now - firstMs > ONE_SIGNAL_MS) stopAtOnce();
  };
}
