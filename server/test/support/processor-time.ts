/** Processor time that this thread takes for some work, in milliseconds: other work on the machine does not count. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several runs: what the work takes once it is compiled. */
export const leastProcessorMs = (work: () => void): number =>
  Math.min(...Array.from({ length: 5 }, () => processorMs(work)));
