import { Agent, get } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Asks `/healthz` again and again from a thread of its own, so that what the test itself does is not measured.
 */
export class HealthProber {
  readonly #worker: Worker;

  constructor(url: string) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: { probedUrl: `${url}/healthz` } });
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
const probedUrl = (workerData as { probedUrl?: string } | null)?.probedUrl;
if (probedUrl !== undefined) probe(probedUrl);

function probe(url: string): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const latencies: number[] = [];
  const ask = (): void => {
    const startedAt = performance.now();
    get(url, { agent }, (answer) => {
      answer.resume().once('end', () => {
        latencies.push(performance.now() - startedAt);
        setTimeout(ask, PAUSE_MS);
      });
    });
  };
  parentPort?.once('message', () => parentPort?.postMessage(latencies));
  ask();
}
