import { writeFileSync } from 'node:fs';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the gateway's process (`NODE_OPTIONS=--import`). It measures how long the main loop makes a timer of one
 * millisecond wait. SIGUSR2 writes the figures since the one before to the file at `LOOP_PAUSES`, as `LoopPauses`.
 */
export interface LoopPauses {
  /** Milliseconds by the clock. They include those in which the machine ran something else. */
  wall: PauseFigures;
  /** Milliseconds that the main thread itself worked from one timer to the next. */
  work: PauseFigures;
}
interface PauseFigures {
  p99: number;
  p999: number;
  max: number;
}

const TIMER_MS = 1;

function measure(file: string): void {
  const wall = createHistogram();
  const work = createHistogram();
  let wallAt = performance.now();
  let workAt = workedMs();
  setInterval(() => {
    const [now, worked] = [performance.now(), workedMs()];
    wall.record(microseconds(now - wallAt - TIMER_MS));
    work.record(microseconds(worked - workAt));
    [wallAt, workAt] = [now, worked];
  }, TIMER_MS).unref();
  process.on('SIGUSR2', () => {
    const figures: LoopPauses = { wall: figuresOf(wall), work: figuresOf(work) };
    writeFileSync(file, JSON.stringify(figures));
    wall.reset();
    work.reset();
  });
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const microseconds = (ms: number): number => Math.max(1, Math.round(ms * 1000));

const figuresOf = (histogram: RecordableHistogram): PauseFigures => ({
  p99: histogram.percentile(99) / 1000,
  p999: histogram.percentile(99.9) / 1000,
  max: histogram.max / 1000,
});

const file = process.env.LOOP_PAUSES;
if (isMainThread && file !== undefined) measure(file);
