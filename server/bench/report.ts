import type { Spread } from './rounds.ts';

export interface Figure {
  name: string;
  own: Spread | number;
  /** The sides that it is compared with, as the columns name them. */
  others?: Readonly<Record<string, Spread | undefined>>;
  /** At most `ratio` times another side, `added` above it, or `most` by itself. None: reported, not judged. */
  budgets?: readonly Budget[];
}

export type Budget = { most: number } | { ratio: number; of: string } | { added: number; of: string };

export interface Facts {
  machine: string;
  /** The measured sides have a core of their own. */
  hasOwnCore: boolean;
  rounds: number;
  parallel: number;
  calls: number;
  charged: number;
  balanceChange: number;
  /** 95th percentile of each list, ms. */
  lists: Record<string, number>;
}

const medianOf = (figure: Spread | number): number => (typeof figure === 'number' ? figure : figure.median);

function judge({ own, others }: Figure, budget: Budget): { text: string; verdict: string } | undefined {
  const verdictOf = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
  if ('most' in budget) return { text: `≤ ${budget.most}`, verdict: verdictOf(medianOf(own) <= budget.most) };
  const other = others?.[budget.of];
  if (other === undefined) return undefined;
  if ('ratio' in budget) {
    const ratio = medianOf(own) / other.median;
    return {
      text: `≤ ${budget.ratio} × ${budget.of}`,
      verdict: `${verdictOf(ratio <= budget.ratio)} (${ratio.toFixed(2)} ×)`,
    };
  }
  const added = medianOf(own) - other.median;
  return {
    text: `≤ ${budget.of} + ${budget.added}`,
    verdict: `${verdictOf(added <= budget.added)} (${added < 0 ? '−' : '+'}${Math.abs(added).toFixed(2)})`,
  };
}

/** A median with its range, or a plain figure. */
function cellOf(figure: Spread | number | undefined): string {
  if (figure === undefined) return '';
  if (typeof figure === 'number') return figure.toFixed(2);
  return `${figure.median.toFixed(1)} (${figure.least.toFixed(1)}–${figure.most.toFixed(1)})`;
}

function rowsOf(columns: readonly string[], figures: readonly Figure[]): string[][] {
  return [
    ['', 'Turnpike', ...columns, 'budget', ''],
    ...figures.map((figure) => {
      const judged = (figure.budgets ?? []).flatMap((budget) => judge(figure, budget) ?? []);
      return [
        figure.name,
        cellOf(figure.own),
        ...columns.map((column) => cellOf(figure.others?.[column])),
        judged.map(({ text }) => text).join(', ') || '–',
        judged.map(({ verdict }) => verdict).join(', '),
      ];
    }),
  ];
}

/** Columns of the other sides of figures. */
const columnsOf = (figures: readonly Figure[]): string[] => [
  ...new Set(figures.flatMap(({ others = {} }) => Object.keys(others))),
];

const listsOf = ({ lists }: Facts): string =>
  `Lists, p95: ${Object.entries(lists)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(', ')}.`;

const checkOf = ({ calls, charged, balanceChange }: Facts): string =>
  `${calls} calls. They were charged ${charged} points, and the balance changed by ${balanceChange}: ` +
  (charged === balanceChange ? 'equal' : 'NOT EQUAL');

/** Figures for the terminal. */
export function toTable(figures: readonly Figure[]): string {
  const rows = rowsOf(columnsOf(figures), figures);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** Machine, lists and sums, for the terminal. */
export const toSummary = (facts: Facts): string => [facts.machine, listsOf(facts), checkOf(facts)].join('\n');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function markdownTable(figures: readonly Figure[]): string {
  const [head = [], ...rows] = rowsOf(columnsOf(figures), figures);
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** For docs/reference/benchmark.md. */
export function toMarkdown(facts: Facts, figures: readonly Figure[], pairs: readonly Figure[]): string {
  return `# Benchmark

\`npm run bench -- --keep\` measures the built product, with accounting enabled, next to two relays in front of the same
upstream. All run on one machine in one run. The command writes this page.

- **Bare relay** is the least that a relay on Node can be: \`node:http\` and undici, no keys, no accounts, no log.
- **nginx** has one worker and keeps its connections to callers and upstream. The row is left out where it is not installed.
- CPU is the CPU time of all threads, as counted by the scheduler, with ${facts.parallel} callers at full speed unless stated otherwise.
- Compared sides take turns for ${facts.rounds} rounds, every other round in reverse order. The median counts; least and most are in brackets.
- ${
    facts.hasOwnCore
      ? 'The side that is measured has a core of its own. Callers and upstream share another.'
      : 'Sides, callers and upstream share the cores: `taskset` or a second core is missing.'
  }
- Routing is measured in the process of the benchmark. "Choosing" asks the relay's own choice for each of 500 models in turn; every second call goes on with a conversation. "Reload" reads 10 000 channels from SQLite into a new snapshot. \`npm run bench -- --routing\` measures only these and the safety check, which looks through 64 KiB of text that has no listed word.
- \`npm run bench -- --profile\` writes CPU profiles of the main thread and of the storage thread.

Machine: ${facts.machine}.

${markdownTable(figures)}

| List | p95 (ms) |
| --- | --- |
${Object.entries(facts.lists)
  .map(([name, ms]) => line([name, ms.toFixed(0)]))
  .join('\n')}

${checkOf(facts)}.

## Conversions

The caller uses one dialect and the upstream another. The table compares the CPU of a converted streamed event with that of the upstream's own events, passed through unchanged. The figures are medians of alternating rounds.

${markdownTable(pairs)}
`;
}
