/** Child processes that end with us, never found by name and never left behind. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cacheDir, rootDir } from './preparation.mjs';

const passedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Starts a program that shares our terminal; signals that reach us are passed on.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns {{ exited: Promise<number>, kill: (signal?: string) => void }} exit code, 128 + n after a signal
 */
export function startChild(command, args, { cwd = rootDir, env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
  const pass = (signal) => {
    // A terminal has already sent its Ctrl-C to the whole group; a second one would mean "at once".
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    // Programs that know only SIGTERM, such as Node's watcher, end with the terminal too.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of passedSignals) process.on(signal, pass);

  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of passedSignals) process.off(name, pass);
      resolve(code ?? 128 + (signalNumbers[signal] ?? 15));
    });
  });
  return { exited, kill: (signal = 'SIGTERM') => child.kill(signal) };
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/**
 * Runs a program in a process group of its own and ends whatever is left of the group afterwards.
 * @returns {Promise<number>} exit code
 */
export function runGroup(command, args, { cwd = rootDir, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const killGroup = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  for (const signal of passedSignals) process.on(signal, killGroup);

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of passedSignals) process.off(signal, killGroup);
      killGroup('SIGKILL');
      resolve(code ?? 1);
    });
  });
}

/**
 * Flags of the runtime, each measured in docs/decisions/0007; the Dockerfile names the same.
 * - The objects of a call are short-lived: a young generation of 8 MiB takes them in.
 * - Collecting in one thread costs less than with four helping threads.
 * - A full collection marks all at once: marking in steps keeps what dies meanwhile (50 MB under load).
 * - No object is allocated in the old generation: there it would keep whole calls until the next full collection.
 * - Nothing here keeps a context across asynchronous steps, so the runtime need not carry one (5 %).
 * - The runtime need not warn on each start of `node:ffi`, which `platform/memory/return-freed-memory.ts` uses.
 */
export const serverFlags = [
  '--max-semi-space-size=8',
  '--single-threaded-gc',
  '--no-incremental-marking',
  '--no-allocation-site-pretenuring',
  '--no-async-context-frame',
  '--disable-warning=ExperimentalWarning',
];

/** Where the runtime keeps compiled code, so that the next start need not make it again. */
export const compiledCodeDir = () => process.env.NODE_COMPILE_CACHE ?? join(cacheDir(), 'compiled');

/** Runs a program of the server with what the start scripts have in common. */
export function startServerProgram(nodePath, nodeArgs) {
  return startChild(nodePath, [...serverFlags, ...nodeArgs], {
    env: {
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      // Released large bodies return to the system. Without it, glibc keeps ever larger ones.
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
      NODE_COMPILE_CACHE: compiledCodeDir(),
    },
  });
}
