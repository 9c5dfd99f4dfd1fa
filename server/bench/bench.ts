import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startGateway } from './gateway-process.ts';
import { measureLargeRequests } from './large-requests.ts';
import {
  closedLoad,
  healthBesideStreams,
  holdStreams,
  type LoadResult,
  type LoadTarget,
  openLoad,
  quantile,
} from './load.ts';
import { measureLists } from './many-log-rows.ts';
import { measurePairs } from './pairs.ts';
import { startPlainProxy } from './plain-proxy.ts';
import { cpuSecondsOf, machineName, residentBytesOf, startNode, stop } from './processes.ts';
import { type Figure, toMarkdown, toPairTable, toTable } from './report.ts';

// Measures the built product next to a plain reverse proxy in front of the same upstream, accounting on.
// Usage: npm run bench [-- --quick]

const isQuick = process.argv.includes('--quick');
const seconds = isQuick ? 3 : 10;
/** The runtime compiles what is hot for some twenty seconds; both sides get them. */
const WARM_UP_SECONDS = isQuick ? 3 : 20;
const ROUNDS = isQuick ? 1 : 9;
const ROUND_SECONDS = isQuick ? 2 : 3;
const CALLS_PER_SECOND = 500;
const PARALLEL = 32;
const HELD_STREAMS = 300;
/** Streams of 50 000 events each, as fast as they are read. */
const FAST_STREAMS = 4;
const HEALTH_ROUNDS = 5;
const LOG_ROWS = isQuick ? 100_000 : 10_000_000;
const MIB = 2 ** 20;

interface Side extends LoadTarget {
  pid: number;
}

async function cpuPer(
  side: Side,
  load: () => Promise<LoadResult>,
  unit: 'calls' | 'events',
): Promise<number> {
  const before = cpuSecondsOf(side.pid);
  const result = await load();
  // Writes after the answers count as part of them.
  await wait(500);
  if (result.failures > 0) throw new Error(`${result.failures} calls of the benchmark failed`);
  return ((cpuSecondsOf(side.pid) - before) / result[unit]) * 1e6;
}

const measureWhole = (side: Side): Promise<number> =>
  cpuPer(
    side,
    () => closedLoad(side, { parallel: PARALLEL, seconds: ROUND_SECONDS, stream: false }),
    'calls',
  );

const measureEvents = (side: Side): Promise<number> =>
  cpuPer(
    side,
    () => closedLoad(side, { parallel: PARALLEL, seconds: ROUND_SECONDS, stream: true }),
    'events',
  );

/**
 * Each side in turn, several times: a machine is not equally quick all the time, and the median of each counts. Every
 * other round is the other way round: what a side still writes after its calls disturbs the next one.
 */
async function medianOfRounds<Name extends string>(
  measure: (side: Side) => Promise<number>,
  sides: Readonly<Record<Name, Side>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(sides) as Name[];
  const rounds: Record<Name, number>[] = [];
  for (const name of names) await measure(sides[name]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures: [Name, number][] = [];
    for (const name of round % 2 === 0 ? names : names.toReversed())
      figures.push([name, await measure(sides[name])]);
    rounds.push(Object.fromEntries(figures) as Record<Name, number>);
  }
  const medianOf = (name: Name): number =>
    quantile(
      rounds.map((round) => round[name]).sort((a, b) => a - b),
      0.5,
    );
  return Object.fromEntries(names.map((name) => [name, medianOf(name)])) as Record<Name, number>;
}

async function measureLatency(side: Side) {
  await closedLoad(side, { parallel: PARALLEL, seconds: WARM_UP_SECONDS, stream: false });
  const slow = await openLoad(side, { perSecond: 100, seconds });
  const slackCpu = await cpuPer(
    side,
    () => openLoad(side, { perSecond: CALLS_PER_SECOND, seconds }),
    'calls',
  );
  return { p50: quantile(slow.latenciesMs, 0.5), p99: quantile(slow.latenciesMs, 0.99), slackCpu };
}

const upstream = await startNode(new URL('./fake-upstream-process.ts', import.meta.url));
const proxy = await startPlainProxy(upstream.port);
const tunedProxy = await startPlainProxy(upstream.port, { keepUpstream: true });
const gateway = await startGateway(upstream.port);
/** The same with every limit on, which are those of its channel and owner too. */
const limitedGateway = await startGateway(upstream.port);
try {
  await wait(3000);
  const idleBytes = residentBytesOf(gateway.child.pid ?? 0);
  const sideOf = (port: number, pid = 0, token = gateway.token): Side => ({
    origin: `http://127.0.0.1:${port}`,
    token,
    pid,
  });
  const plainSide = sideOf(proxy.port, proxy.child.pid);
  const ownSide = sideOf(gateway.port, gateway.child.pid);
  const tunedSide = sideOf(tunedProxy.port, tunedProxy.child.pid);
  const limitedSide = sideOf(
    limitedGateway.port,
    limitedGateway.child.pid,
    await limitedGateway.limitedToken(),
  );
  const plain = await measureLatency(plainSide);
  const own = await measureLatency(ownSide);
  // For its warm-up: what was called more is compiled better.
  await measureLatency(limitedSide);
  const whole = await medianOfRounds(measureWhole, {
    plain: plainSide,
    own: ownSide,
    limited: limitedSide,
    tuned: tunedSide,
  });
  for (const side of [ownSide, limitedSide])
    await closedLoad(side, { parallel: PARALLEL, seconds: WARM_UP_SECONDS, stream: true });
  const events = await medianOfRounds(measureEvents, {
    plain: plainSide,
    own: ownSide,
    limited: limitedSide,
  });
  const pairs = await measurePairs(ownSide, (target) =>
    cpuPer(
      { ...target, pid: ownSide.pid },
      () => closedLoad(target, { parallel: PARALLEL, seconds: isQuick ? 1 : 4, stream: true }),
      'events',
    ),
  );
  await closedLoad(ownSide, { parallel: PARALLEL, seconds: isQuick ? 5 : 60, stream: true });
  const loadedBytes = residentBytesOf(ownSide.pid);
  const held = await holdStreams(ownSide, HELD_STREAMS);
  await wait(3000);
  const streamBytes = (residentBytesOf(ownSide.pid) - loadedBytes) / HELD_STREAMS;
  await held.close();
  await wait(2000);

  const healthMs: number[] = [];
  for (let round = 0; round < HEALTH_ROUNDS; round += 1)
    healthMs.push(...(await healthBesideStreams(ownSide, FAST_STREAMS)));
  healthMs.sort((a, b) => a - b);
  const money = await gateway.money();
  const lists = await measureLists(gateway, LOG_ROWS);
  const turns = await measureLargeRequests(upstream.port);
  const figures: Figure[] = [
    {
      name: 'Whole answer, CPU per call (µs)',
      own: whole.own,
      plain: whole.plain,
      budget: { ratio: 2.5 },
    },
    {
      name: '… with every limit on the key, its owner, group and channel (µs)',
      own: whole.limited,
      plain: whole.plain,
      budget: { ratio: 2.5 },
    },
    {
      name: '… compared with nginx with kept upstream connections (µs)',
      own: whole.own,
      plain: whole.tuned,
      budget: null,
    },
    {
      name: `… at only ${CALLS_PER_SECOND} calls/s (µs)`,
      own: own.slackCpu,
      plain: plain.slackCpu,
      budget: null,
    },
    {
      name: 'Streamed answer, CPU per event (µs)',
      own: events.own,
      plain: events.plain,
      budget: { ratio: 2.5 },
    },
    {
      name: '… with every limit (µs)',
      own: events.limited,
      plain: events.plain,
      budget: { ratio: 2.5 },
    },
    { name: 'Latency at 100 calls/s, p50 (ms)', own: own.p50, plain: plain.p50, budget: { added: 1 } },
    { name: 'Latency at 100 calls/s, p99 (ms)', own: own.p99, plain: plain.p99, budget: { added: 5 } },
    {
      name: `Health check during ${FAST_STREAMS} streams of 50 000 events, p99 (ms)`,
      own: quantile(healthMs, 0.99),
      plain: null,
      budget: { most: 50 },
    },
    { name: 'Memory idle (MiB)', own: idleBytes / MIB, plain: null, budget: { most: 120 } },
    {
      name: `Memory at ${PARALLEL} parallel calls (MiB)`,
      own: loadedBytes / MIB,
      plain: null,
      budget: { most: 220 },
    },
    {
      name: 'Memory per open stream (KiB)',
      own: Math.max(0, streamBytes / 1024),
      plain: null,
      budget: { most: 64 },
    },
    {
      name: 'Longest turn of the main loop for 20 MB with images, passed through, median (ms)',
      own: quantile(turns.passed, 0.5),
      plain: null,
      budget: { most: 10 },
    },
    {
      name: '… converted, median (ms)',
      own: quantile(turns.converted, 0.5),
      plain: null,
      budget: { most: 10 },
    },
    {
      name: '… 90th percentile of these calls (ms)',
      own: quantile(
        [...turns.passed, ...turns.converted].sort((a, b) => a - b),
        0.9,
      ),
      plain: null,
      budget: { most: 10 },
    },
    {
      name: '… maximum of these calls, during a full garbage collection (ms)',
      own: Math.max(...turns.passed, ...turns.converted),
      plain: null,
      budget: { most: 10 },
    },
    {
      name: `Slowest list at ${LOG_ROWS.toLocaleString('en')} log rows, p95 (ms)`,
      own: lists.p95,
      plain: null,
      budget: { most: 500 },
    },
    { name: 'Start to the first answer (ms)', own: gateway.readyMs, plain: null, budget: { most: 1500 } },
  ];
  const facts = {
    machine: machineName(),
    proxy: proxy.name,
    parallel: PARALLEL,
    calls: money.calls,
    charged: money.charged,
    balanceChange: money.balance,
    lists: lists.all,
  };
  console.log(toTable(facts, figures));
  console.log(toPairTable(pairs));
  const folder = fileURLToPath(new URL('../../docs/reference', import.meta.url));
  if (process.argv.includes('--keep')) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'benchmark.md'), toMarkdown(facts, figures, pairs));
    writeFileSync(
      join(folder, 'benchmark.json'),
      `${JSON.stringify({ ...facts, figures, pairs }, null, 2)}\n`,
    );
  }
  if (money.charged !== money.balance) {
    console.error('The charges do not add up to the change of the balance.');
    process.exitCode = 1;
  }
} finally {
  await Promise.all([stop(gateway), stop(limitedGateway), stop(proxy), stop(tunedProxy), stop(upstream)]);
}
