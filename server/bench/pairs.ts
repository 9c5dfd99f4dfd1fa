import { benchDialects, benchModel } from './bench-dialects.ts';
import type { LoadTarget } from './load.ts';
import type { Figure } from './report.ts';
import { spreadOf } from './rounds.ts';

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
    pairs
      .filter(({ caller, upstream }) => caller === upstream)
      .map((pair) => [pair.upstream, spreadOf(pair.rounds)]),
  );
  return pairs.map((pair): Figure => {
    const { caller, upstream } = pair;
    const isPassed = caller === upstream;
    return {
      name: isPassed
        ? `${caller.name} passed through, CPU per event (µs)`
        : `${caller.name} from ${upstream.name}, CPU per event (µs), compared with ${upstream.name} passed through`,
      own: spreadOf(pair.rounds),
      ...(!isPassed && {
        others: { 'passed through': passedBy.get(upstream) },
        budgets: [{ ratio: 1.5, of: 'passed through' }],
      }),
    };
  });
}
