import { readFileSync, writeFileSync } from 'node:fs';
import { eventually } from '../support/site.ts';

/** Memory of an idle gateway, with a margin. */
const REST_MIB = 150;
const REST_MS = 60_000;

/** Linux says what another process takes. */
export const canReadProcess = process.platform === 'linux';

/** The most MiB that a process had in memory since `forgetPeak`. */
export function peakMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Waits until a gateway that was just started has given back what its start took; peaks count from then. */
export const untilAtRest = (pid: number): Promise<unknown> =>
  eventually(
    async () => {
      forgetPeak(pid);
      return peakMib(pid) < REST_MIB;
    },
    { withinMs: REST_MS },
  );

/** CPU time that a process has taken, all its threads together; counted in steps of 10 ms. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may hold spaces: the twelfth and thirteenth are the times in user and in system mode.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
