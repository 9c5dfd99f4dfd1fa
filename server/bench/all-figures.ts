import { setTimeout as wait } from 'node:timers/promises';
import { cpuPer, measureCallCosts, PARALLEL, type Pace } from './call-costs.ts';
import { measureLargeRequests } from './large-requests.ts';
import { closedLoad, healthBesideStreams, holdStreams, quantile } from './load.ts';
import { measureLists } from './many-log-rows.ts';
import { measurePairs } from './pairs.ts';
import { residentBytesOf } from './processes.ts';
import type { Figure } from './report.ts';
import { measureRouting } from './routing-figures.ts';
import { measureSafety } from './safety-figures.ts';
import type { Sides } from './sides.ts';

const HELD_STREAMS = 300;
/** Streams of 50 000 events each, as fast as they are read. */
const FAST_STREAMS = 4;
const HEALTH_ROUNDS = 5;
const MIB = 2 ** 20;

/** Every figure of docs/reference/benchmark.md. */
export async function measureAll(sides: Sides, { pace, isQuick }: { pace: Pace; isQuick: boolean }) {
  const { gateway, own } = sides;
  const logRows = isQuick ? 100_000 : 10_000_000;
  const costs = await measureCallCosts(sides, pace);
  const pairs = await measurePairs(own, (target) =>
    cpuPer(
      { ...target, pid: own.pid },
      () => closedLoad(target, { parallel: PARALLEL, seconds: isQuick ? 1 : 4, stream: true }),
      'events',
    ),
  );
  await closedLoad(own, { parallel: PARALLEL, seconds: isQuick ? 5 : 60, stream: true });
  const loadedBytes = residentBytesOf(own.pid);
  const held = await holdStreams(own, HELD_STREAMS);
  await wait(3000);
  const streamBytes = (residentBytesOf(own.pid) - loadedBytes) / HELD_STREAMS;
  await held.close();
  await wait(2000);

  const healthMs: number[] = [];
  for (let round = 0; round < HEALTH_ROUNDS; round += 1)
    healthMs.push(...(await healthBesideStreams(own, FAST_STREAMS)));
  healthMs.sort((a, b) => a - b);
  const money = await gateway.money();
  const lists = await measureLists(gateway, logRows);
  const turns = await measureLargeRequests(sides.upstreamPort);
  const routing = await measureRouting(pace);
  const safety = await measureSafety(pace);
  const figures: Figure[] = [
    ...costs,
    ...routing,
    ...safety,
    {
      name: `Health check during ${FAST_STREAMS} streams of 50 000 events, p99 (ms)`,
      own: quantile(healthMs, 0.99),
      budgets: [{ most: 50 }],
    },
    { name: 'Memory idle (MiB)', own: sides.idleBytes / MIB, budgets: [{ most: 120 }] },
    {
      name: `Memory at ${PARALLEL} parallel calls (MiB)`,
      own: loadedBytes / MIB,
      budgets: [{ most: 200 }],
    },
    {
      name: 'Memory per open stream (KiB)',
      own: Math.max(0, streamBytes / 1024),
      budgets: [{ most: 64 }],
    },
    {
      name: 'Longest turn of the main loop for 20 MB with images, passed through, median (ms)',
      own: quantile(turns.passed, 0.5),
      budgets: [{ most: 10 }],
    },
    {
      name: '… converted, median (ms)',
      own: quantile(turns.converted, 0.5),
      budgets: [{ most: 10 }],
    },
    {
      name: '… 90th percentile of these calls (ms)',
      own: quantile(
        [...turns.passed, ...turns.converted].sort((a, b) => a - b),
        0.9,
      ),
      budgets: [{ most: 10 }],
    },
    {
      name: '… maximum of these calls, during a full garbage collection (ms)',
      own: Math.max(...turns.passed, ...turns.converted),
      budgets: [{ most: 10 }],
    },
    {
      name: `Slowest list at ${logRows.toLocaleString('en')} log rows, p95 (ms)`,
      own: lists.p95,
      budgets: [{ most: 500 }],
    },
    { name: 'Start to the first answer (ms)', own: gateway.readyMs, budgets: [{ most: 1000 }] },
  ];
  return {
    ...{ figures, pairs, parallel: PARALLEL, lists: lists.all },
    ...{ calls: money.calls, charged: money.charged, balanceChange: money.balance },
  };
}
