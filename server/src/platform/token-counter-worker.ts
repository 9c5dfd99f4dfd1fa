import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

// Counting is slow for long texts and its tables are large: it has a thread of its own, which ends when idle.

parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  parentPort?.postMessage({ id, count: countTokens(text, { allowedSpecial: 'all' }) });
});
