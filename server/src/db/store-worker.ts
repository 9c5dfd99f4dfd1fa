import { parentPort, workerData } from 'node:worker_threads';
import { serveStore } from './serve-store.ts';

if (parentPort === null) throw new Error('runs as a worker only');
await serveStore(parentPort, workerData);
