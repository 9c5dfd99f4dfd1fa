/** The system counts in steps of up to ten milliseconds. */
const ENOUGH_MS = 200;

/**
 * Processor time of this thread for some work, in milliseconds. Other work on the machine does not count. The work is
 * repeated until the time is measurable.
 */
export function processorMs(work: () => void): number {
  work();
  const elapsed = startProcessorTimer();
  let runs = 0;
  for (;;) {
    work();
    runs += 1;
    const ms = elapsed();
    if (ms >= ENOUGH_MS) return ms / runs;
  }
}

/** @returns processor time of this thread since then, in milliseconds */
export function startProcessorTimer(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
