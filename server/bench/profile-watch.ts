import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

// Loaded into each thread of the gateway before its own code: SIGUSR2 starts a CPU profile of every thread, and the
// next SIGUSR2 writes them.

const folder = process.env.BENCH_PROFILE_DIR ?? '.';
const channel = new BroadcastChannel('turnpike-bench-profile');
const session = new Session();
let isRunning = false;

async function toggle(): Promise<void> {
  isRunning = !isRunning;
  if (isRunning) {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  mkdirSync(folder, { recursive: true });
  const name = isMainThread ? 'main' : `thread-${threadId}`;
  writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
  session.disconnect();
}

channel.onmessage = () => void toggle();
(channel as unknown as { unref(): void }).unref();
if (isMainThread)
  process.on('SIGUSR2', () => {
    channel.postMessage('toggle');
    void toggle();
  });
