import { readFileSync, writeFileSync } from 'node:fs';

/** Linux says what a process takes, and the most it ever took. */
export const canReadMemory = process.platform === 'linux';

/** The most MiB that a process had in memory since `forgetPeak`. */
export function peakMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
