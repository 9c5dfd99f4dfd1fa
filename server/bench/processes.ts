import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { onSideCore } from './cores.ts';

export interface Measured {
  child: ChildProcess;
  port: number;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts a Node program that prints `listening <port>`: a measured side, or what serves it. */
export async function startNode(
  file: URL,
  { env = {}, isSide = false }: { env?: Record<string, string>; isSide?: boolean } = {},
): Promise<Measured> {
  const [command, args] = isSide
    ? onSideCore(process.execPath, [file.pathname])
    : [process.execPath, [file.pathname]];
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      const match = /listening (\d+)/.exec(String(text));
      if (match) resolve(Number(match[1]));
    });
    child.on('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)));
  });
  return { child, port };
}

/** Seconds of CPU that a process and its children have used, all threads together. */
export function cpuSecondsOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + ownCpuSeconds(member), 0);
}

/** Resident bytes of a process and its children. */
export function residentBytesOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => {
    const match = /VmRSS:\s+(\d+) kB/.exec(readOr(`/proc/${member}/status`));
    return sum + (match ? Number(match[1]) * 1024 : 0);
  }, 0);
}

/** The scheduler's own count, exact to the nanosecond; ticks would miss what runs in short bursts. */
function ownCpuSeconds(pid: number): number {
  let nanoseconds = 0;
  for (const thread of listOr(`/proc/${pid}/task`)) {
    nanoseconds += Number(readOr(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0);
  }
  return nanoseconds / 1e9;
}

function listOr(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => {
      const text = readOr(`/proc/${other}/stat`);
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    });
  return [pid, ...children];
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until an address answers; returns the milliseconds it took. */
export async function untilAnswered(url: string, limitMs = 20_000): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < limitMs) {
    const isUp = await new Promise<boolean>((resolve) => {
      const call = request(url, (response) => {
        response.resume();
        resolve((response.statusCode ?? 500) < 500);
      });
      call.on('error', () => resolve(false));
      call.end();
    });
    if (isUp) return performance.now() - start;
    await wait(10);
  }
  throw new Error(`${url} does not answer`);
}

export async function stop({ child }: Measured): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, wait(10_000).then(() => child.kill('SIGKILL'))]);
}

export function machineName(): string {
  const cpu = cpus();
  const memory = /MemTotal:\s+(\d+)/.exec(readOr('/proc/meminfo'))?.[1];
  return `${cpu[0]?.model ?? 'unknown CPU'}, ${cpu.length} cores, ${Math.round(Number(memory ?? 0) / 2 ** 20)} GiB, Node ${process.version}`;
}

export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0;
