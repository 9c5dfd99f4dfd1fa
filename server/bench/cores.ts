import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** The measured sides take turns on one core; load and upstream share another. */
const SIDE_CORE = '0';
const LOAD_CORE = '1';

let isSplit = false;

/**
 * Moves this process, and the upstream that it starts, away from the core of the measured sides.
 * @returns whether it could: it takes Linux and two cores
 */
export function splitCores(): boolean {
  if (process.platform !== 'linux' || cpus().length < 2) return false;
  isSplit = spawnSync('taskset', ['-acp', LOAD_CORE, String(process.pid)]).status === 0;
  return isSplit;
}

/** The command line of a measured side: on its core once `splitCores` could. */
export function onSideCore(program: string, args: readonly string[]): [string, string[]] {
  return isSplit ? ['taskset', ['-c', SIDE_CORE, program, ...args]] : [program, [...args]];
}
