import { type MessagePort, parentPort } from 'node:worker_threads';
import { serveStore } from '../../src/db/serve-store.ts';
import type { StoreThreadData } from '../../src/db/store-messages.ts';

parentPort?.on('message', ({ port, data }: { port: MessagePort; data: StoreThreadData }) =>
  serveStore(port, data),
);
