import { benchDialects, benchModel } from './bench-dialects.ts';
import type { LoadTarget } from './load.ts';
import type { Figure } from './report.ts';

const ROUNDS = 3;

/**
 * CPU per event of every pair of dialects, compared with the caller's dialect passed through. Rounds alternate because
 * the machine's speed varies. The median counts.
 */
export async function measurePairs(
  side: LoadTarget,
  cpuPerEvent: (target: LoadTarget) => Promise<number>,
): Promise<Figure[]> {
  const pairs = benchDialects.flatMap((caller) =>
    benchDialects.map((upstream) => ({ caller, upstream, rounds: [] as number[] })),
  );
  const targetOf = ({ caller, upstream }: (typeof pairs)[number]): LoadTarget => {
    const model = benchModel(upstream);
    return { ...side, call: { path: caller.path(model), body: caller.body(model) } };
  };
  for (const pair of pairs) await cpuPerEvent(targetOf(pair));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const pair of pairs) pair.rounds.push(await cpuPerEvent(targetOf(pair)));
  const passedBy = new Map(
    pairs.filter(({ caller, upstream }) => caller === upstream).map((pair) => [pair.upstream, median(pair)]),
  );
  return pairs.map((pair): Figure => {
    const { caller, upstream } = pair;
    const isPassed = caller === upstream;
    return {
      name: isPassed
        ? `${caller.name} passed through, CPU per event (µs)`
        : `${caller.name} from ${upstream.name}, CPU per event (µs), compared with ${upstream.name} passed through`,
      own: median(pair),
      plain: isPassed ? null : (passedBy.get(upstream) ?? null),
      budget: isPassed ? null : { ratio: 2 },
    };
  });
}

const median = ({ rounds }: { rounds: number[] }): number =>
  rounds.toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
