import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { StartStoreThread, StoreThread } from '../../src/db/store.ts';
import type { StoreRequest, StoreThreadData } from '../../src/db/store-messages.ts';

const idle: Worker[] = [];

/** A thread that another store has left, or a new one: a thread takes a tenth of a second to load what it needs. */
export const reuseStoreThread: StartStoreThread = (data) => new ReusedThread(data);

class ReusedThread extends EventEmitter implements StoreThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #onError = (error: unknown): boolean => this.emit('error', error);

  constructor(data: StoreThreadData) {
    super();
    this.#worker = idle.pop() ?? startWorker();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1.on('message', (response) => this.emit('message', response));
    this.#worker.on('error', this.#onError).postMessage({ port: port2, data }, [port2]);
  }

  postMessage(request: StoreRequest): void {
    this.#port.postMessage(request);
  }

  async terminate(): Promise<void> {
    this.#port.close();
    idle.push(this.#worker.off('error', this.#onError));
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./store-threads-worker.ts', import.meta.url));
  worker.unref();
  return worker;
}
