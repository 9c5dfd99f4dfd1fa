import { readFileSync } from 'node:fs';
import { cases } from './matrix-cases.ts';
import { absenceOf, type Cell, limitsOf } from './matrix-limits.ts';
import type { Client, Upstream } from './matrix-types.ts';

/** Names a cell in the list of those that hold. */
export const cellName = ({ client, upstream, case: { name } }: Cell): string =>
  `${client.name} · ${upstream.name} · ${name}`;

/** The places that can be asked for. */
export const cellsOf = (client: Client, upstream: Upstream): Cell[] =>
  cases.map((one) => ({ client, upstream, case: one })).filter((cell) => absenceOf(cell) === null);

/**
 * The page of the tables.
 * @param held names of the cells that hold
 */
export function conformancePage(
  { clients, upstreams }: { clients: readonly Client[]; upstreams: readonly Upstream[] },
  held: ReadonlySet<string>,
): string {
  const notes: string[] = [];
  const noteOf = (reason: string): number => {
    if (!notes.includes(reason)) notes.push(reason);
    return notes.indexOf(reason) + 1;
  };
  const markOf = (cell: Cell): string => {
    const absence = absenceOf(cell);
    if (absence !== null) return `– ${noteOf(absence)}`;
    if (!held.has(cellName(cell))) return '✗';
    const limits = new Set(cell.case.ways.flatMap((way) => limitsOf(cell, way)));
    return limits.size === 0 ? '✓' : `◐ ${[...limits].map(({ reason }) => noteOf(reason)).join(', ')}`;
  };
  const tables = clients.map((client) =>
    [
      `## ${client.name}`,
      '',
      row(['', ...upstreams.map(({ name }) => name)]),
      row(['---', ...upstreams.map(() => '---')]),
      ...cases.map((one) =>
        row([one.name, ...upstreams.map((upstream) => markOf({ client, upstream, case: one }))]),
      ),
    ].join('\n'),
  );
  return `${[
    '# Conformance',
    INTRODUCTION,
    versionTable(clients),
    tables.join('\n\n'),
    ['## Notes', '', ...notes.map((reason, at) => `${at + 1}. ${reason}`)].join('\n'),
    [
      '## Rows',
      '',
      row(['Row', 'Test']),
      row(['---', '---']),
      ...cases.map(({ name, shows }) => row([name, shows])),
    ].join('\n'),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `\`npm run conformance\` writes this page. \`npm test\` fails if the page differs from the results.

The vendors' packages, and \`ai\` with its providers, call the built product. The upstreams are test servers. Each speaks one API and rejects the requests that its vendor rejects. A mark covers whole and streamed answers, except in rows of one kind. Every stream is checked against the grammar of its API.

- ✓ full support. The vendor understood the request. The package shows the vendor's answer, with its end and its tokens, and the conversion dropped nothing.
- ◐ partial support. The call is answered, but part of it is lost. The [note](#notes) names the part. \`x-turnpike-conversion\` and the log row report the fields that a request loses. With \`x-turnpike-strict: true\`, a call that would lose a field is refused. The test checks both.
- – not possible. The note gives the reason.
- ✗ fails.`;

function versionTable(clients: readonly Client[]): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: Record<string, string> };
  const packages = [...new Set(clients.flatMap((client) => client.packages))];
  return [
    row(['Package', 'Version']),
    row(['---', '---']),
    ...packages.map((name) => row([`\`${name}\``, devDependencies[name] ?? ''])),
  ].join('\n');
}

const row = (fields: readonly string[]): string => `| ${fields.join(' | ')} |`;
