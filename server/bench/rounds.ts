import { quantile } from './load.ts';

/** Median and range of several rounds. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

/**
 * Measures each side in turn, after one turn that does not count. Every other round goes the other way round, because
 * the writes of one side disturb the next.
 */
export async function alternate<Side, Name extends string>(
  sides: Readonly<Record<Name, Side | undefined>>,
  { rounds, measure }: { rounds: number; measure: (side: Side) => Promise<number> },
): Promise<Record<Name, Spread | undefined>> {
  const present = Object.entries(sides).filter(([, side]) => side !== undefined) as [Name, Side][];
  const figures = new Map<Name, number[]>(present.map(([name]) => [name, []]));
  for (const [, side] of present) await measure(side);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, side] of round % 2 === 0 ? present : present.toReversed())
      figures.get(name)?.push(await measure(side));
  return Object.fromEntries(present.map(([name]) => [name, spreadOf(figures.get(name) ?? [])])) as Record<
    Name,
    Spread | undefined
  >;
}
