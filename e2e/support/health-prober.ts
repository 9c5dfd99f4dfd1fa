import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

interface Probed {
  url: string;
  /** Process whose main loop is measured, in place of the clock. */
  pid?: number | undefined;
}

/**
 * Asks `/healthz` again and again from a thread of its own, so that what the test itself does is not measured.
 */
export class HealthProber {
  readonly #worker: Worker;

  /** @param pid of the product: what its main loop worked is measured, so that whatever else the machine does is not */
  constructor(url: string, { pid }: { pid?: number } = {}) {
    const probed: Probed = { url: `${url}/healthz`, pid };
    this.#worker = new Worker(new URL(import.meta.url), { workerData: { probed } });
  }

  /** @returns how long each answer took, in milliseconds, the shortest first */
  async stop(): Promise<number[]> {
    const taken = new Promise<number[]>((resolve) => this.#worker.once('message', resolve));
    this.#worker.postMessage('stop');
    const latencies = await taken;
    await this.#worker.terminate();
    return latencies.sort((a, b) => a - b);
  }
}

export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;

const PAUSE_MS = 2;
const probed = (workerData as { probed?: Probed } | null)?.probed;
if (probed !== undefined) probe(probed);

function probe({ url, pid }: Probed): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const latencies: number[] = [];
  const now = (): number => (pid === undefined ? performance.now() : mainThreadMs(pid));
  const ask = (): void => {
    const startedAt = now();
    get(url, { agent }, (answer) => {
      answer.resume().once('end', () => {
        latencies.push(now() - startedAt);
        setTimeout(ask, PAUSE_MS);
      });
    });
  };
  parentPort?.once('message', () => parentPort?.postMessage(latencies));
  ask();
}

/**
 * How long the main thread of a process has worked; the clock where the system does not tell.
 * Source: Linux kernel, "Scheduler Statistics", `/proc/<pid>/schedstat`: the first number are nanoseconds.
 */
function mainThreadMs(pid: number): number {
  let workedNs = 0;
  try {
    workedNs = Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    // Not Linux.
  }
  return workedNs > 0 ? workedNs / 1e6 : performance.now();
}
