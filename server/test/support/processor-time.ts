/** The system counts in steps of up to ten milliseconds. */
const ENOUGH_MS = 200;

/**
 * Processor time of this thread for some work, in milliseconds. Other work on the machine does not count. The work is
 * repeated until the time is measurable.
 */
export function processorMs(work: () => void): number {
  work();
  const before = process.threadCpuUsage();
  let runs = 0;
  for (;;) {
    work();
    runs += 1;
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= ENOUGH_MS) return ms / runs;
  }
}
