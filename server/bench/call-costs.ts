import { setTimeout as wait } from 'node:timers/promises';
import { closedLoad, type LoadResult, openLoad, quantile, type Side } from './load.ts';
import { cpuSecondsOf } from './processes.ts';
import type { Figure } from './report.ts';
import { alternate, type Spread, spreadOf } from './rounds.ts';
import type { Sides } from './sides.ts';

export const PARALLEL = 32;
const FIRST_CALLS = 10_000;

export interface Pace {
  rounds: number;
  roundSeconds: number;
  warmUpSeconds: number;
}

/** Microseconds of CPU that a side takes for each call or event of a load, its later writes included. */
export async function cpuPer(
  side: Side,
  load: () => Promise<LoadResult>,
  unit: 'calls' | 'events',
): Promise<number> {
  const before = cpuSecondsOf(side.pid);
  const result = await load();
  await wait(500);
  if (result.failures > 0) throw new Error(`${result.failures} calls of the benchmark failed`);
  return ((cpuSecondsOf(side.pid) - before) / result[unit]) * 1e6;
}

const atFullSpeed = (side: Side, load: { seconds?: number; calls?: number; stream: boolean }) =>
  cpuPer(side, () => closedLoad(side, { parallel: PARALLEL, ...load }), load.stream ? 'events' : 'calls');

/** Costs of calls at several speeds and of events, next to the other sides. The sides were just started. */
export async function measureCallCosts(
  sides: Pick<Sides, 'own' | 'limited' | 'other' | 'relay' | 'nginx'>,
  pace: Pace,
): Promise<Figure[]> {
  const first = await atFullSpeed(sides.own, { calls: FIRST_CALLS, stream: false });
  const { own, limited, other, relay, nginx } = sides;
  const all = { own, limited, other, relay, nginx };
  for (const side of Object.values(all))
    if (side !== undefined)
      await closedLoad(side, { parallel: PARALLEL, seconds: pace.warmUpSeconds, stream: false });
  const { rounds, roundSeconds: seconds } = pace;
  const whole = await alternate(all, {
    rounds,
    measure: (side: Side) => atFullSpeed(side, { seconds, stream: false }),
  });
  const compared = { own, other, relay, nginx };
  const atRate = (perSecond: number) =>
    alternate(compared, {
      rounds,
      measure: (side: Side) => cpuPer(side, () => openLoad(side, { perSecond, seconds }), 'calls'),
    });
  const fast = await atRate(1000);
  const slow = await atRate(100);
  const latencies = await measureLatencies(compared, pace);
  for (const side of [own, limited])
    await closedLoad(side, { parallel: PARALLEL, seconds: pace.warmUpSeconds, stream: true });
  const events = await alternate(all, {
    rounds,
    measure: (side: Side) => atFullSpeed(side, { seconds, stream: true }),
  });
  const later = whole.own?.median ?? 0;
  return [
    {
      ...compare('Whole answer, CPU per call (µs)', whole),
      budgets: [
        { ratio: 1.25, of: RELAY },
        { ratio: 2.3, of: NGINX },
      ],
    },
    compare('… with every limit on the key, its owner, group and channel (µs)', {
      ...whole,
      own: whole.limited,
    }),
    compare('… at 1 000 calls/s (µs)', fast),
    { ...compare('… at 100 calls/s (µs)', slow), budgets: [{ ratio: 1.6, of: RELAY }] },
    {
      name: `… the first ${FIRST_CALLS.toLocaleString('en').replace(',', ' ')} calls after the start (µs)`,
      own: first,
      others: { later: { median: later, least: later, most: later } },
      budgets: [{ ratio: 1.4, of: 'later' }],
    },
    {
      ...compare('Streamed answer, CPU per event (µs)', events),
      budgets: [{ ratio: 1.1, of: RELAY }],
    },
    compare('… with every limit (µs)', { ...events, other: undefined, own: events.limited }),
    ...latencies,
  ];
}

const RELAY = 'bare relay';
const NGINX = 'nginx';

type Measured = Partial<Record<'own' | 'other' | 'relay' | 'nginx', Spread | undefined>>;

const compare = (name: string, { own, other, relay, nginx }: Measured): Figure => ({
  name,
  own: own ?? 0,
  others: {
    ...(other && { 'other build': other }),
    ...(relay && { [RELAY]: relay }),
    ...(nginx && { [NGINX]: nginx }),
  },
});

async function measureLatencies(
  sides: Partial<Record<'own' | 'other' | 'relay' | 'nginx', Side | undefined>>,
  { rounds, roundSeconds }: Pace,
): Promise<Figure[]> {
  const measured: Record<string, number[]> = {};
  for (const [name, side] of Object.entries(sides)) {
    if (side === undefined) continue;
    const { latenciesMs } = await openLoad(side, { perSecond: 100, seconds: rounds * roundSeconds });
    measured[name] = latenciesMs;
  }
  const at = (share: number): Measured =>
    Object.fromEntries(
      Object.entries(measured).map(([name, sorted]) => [name, spreadOf([quantile(sorted, share)])]),
    );
  return [
    { ...compare('Latency at 100 calls/s, p50 (ms)', at(0.5)), budgets: [{ added: 1, of: RELAY }] },
    { ...compare('Latency at 100 calls/s, p99 (ms)', at(0.99)), budgets: [{ added: 5, of: RELAY }] },
  ];
}
