export interface Figure {
  name: string;
  own: number;
  /** The plain proxy's figure, null where there is none to compare. */
  plain: number | null;
  /** At most `ratio` times the proxy's, `added` above it, or `most` by itself; null: reported, not judged. */
  budget: { ratio: number } | { added: number } | { most: number } | null;
}

export interface Facts {
  machine: string;
  proxy: string;
  parallel: number;
  calls: number;
  charged: number;
  balanceChange: number;
  /** 95th percentile of each list, ms. */
  lists: Record<string, number>;
}

function budgetOf({ own, plain, budget }: Figure): { text: string; verdict: string } {
  if (budget === null) return { text: '–', verdict: '' };
  const verdictOf = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
  if ('ratio' in budget) {
    const ratio = own / (plain ?? 1);
    return {
      text: `≤ ${budget.ratio} ×`,
      verdict: `${verdictOf(ratio <= budget.ratio)} (${ratio.toFixed(1)} ×)`,
    };
  }
  if ('added' in budget) {
    const added = own - (plain ?? 0);
    return {
      text: `≤ +${budget.added}`,
      verdict: `${verdictOf(added <= budget.added)} (+${added.toFixed(2)})`,
    };
  }
  return { text: `≤ ${budget.most}`, verdict: verdictOf(own <= budget.most) };
}

function rowsOf(proxy: string, figures: readonly Figure[]): string[][] {
  return [
    ['', 'Turnpike', proxy, 'budget', ''],
    ...figures.map((figure) => {
      const { text, verdict } = budgetOf(figure);
      return [figure.name, figure.own.toFixed(2), figure.plain?.toFixed(2) ?? '', text, verdict];
    }),
  ];
}

const listsOf = ({ lists }: Facts): string =>
  `Lists, p95: ${Object.entries(lists)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(', ')}.`;

const checkOf = ({ calls, charged, balanceChange }: Facts): string =>
  `${calls} calls. They were charged ${charged} points, and the balance changed by ${balanceChange}: ` +
  (charged === balanceChange ? 'equal' : 'NOT EQUAL');

/** Conversions for the terminal. */
export const toPairTable = (pairs: readonly Figure[]): string =>
  rowsOf('passed through', pairs)
    .map((row) => row.join('  '))
    .join('\n');

/** For the terminal. */
export function toTable(facts: Facts, figures: readonly Figure[]): string {
  const rows = rowsOf(facts.proxy, figures);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 || i === 4 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  '),
  );
  return [facts.machine, ...lines, listsOf(facts), checkOf(facts)].join('\n');
}

/** For docs/reference/benchmark.md. */
export function toMarkdown(facts: Facts, figures: readonly Figure[], pairs: readonly Figure[]): string {
  const [head = [], ...rows] = rowsOf(facts.proxy, figures);
  const [pairHead = [], ...pairRows] = rowsOf('passed through', pairs);
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return `# Benchmark

\`npm run bench -- --keep\` measures the built product, with accounting enabled, and compares it with a plain reverse proxy
in front of the same upstream. Both run on one machine in one run. The command writes this page.

- CPU is the CPU time of all threads, as counted by the scheduler, with ${facts.parallel} callers at full speed unless stated otherwise.
- Compared sides take turns, and the median counts.
- If nginx is installed, the proxy is nginx in its default configuration, with one upstream connection for every call.

Machine: ${facts.machine}.

${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}

| List | p95 (ms) |
| --- | --- |
${Object.entries(facts.lists)
  .map(([name, ms]) => line([name, ms.toFixed(0)]))
  .join('\n')}

${checkOf(facts)}.

## Conversions

The caller uses one dialect and the upstream another. The table compares the CPU of a converted streamed event with that of the upstream's own events, passed through unchanged. The figures are medians of alternating rounds.

${[line(pairHead), line(pairHead.map(() => '---')), ...pairRows.map(line)].join('\n')}
`;
}
