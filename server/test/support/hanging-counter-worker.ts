import { parentPort } from 'node:worker_threads';

/** A counter's worker that answers the number of letters, and hangs at "hang". */
parentPort?.on('message', ({ id, source }: { id: number; source: { text: string } }) => {
  if (source.text === 'throw') throw new Error('the worker failed');
  while (source.text === 'hang');
  parentPort?.postMessage({ id, count: { tokens: source.text.length } });
});
