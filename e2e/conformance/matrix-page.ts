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
      row(['Row', 'Shows']),
      row(['---', '---']),
      ...cases.map(({ name, shows }) => row([name, shows])),
    ].join('\n'),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `Written by \`npm run conformance\`; \`npm test\` fails where it is not what was found.

Packages of the vendors, and \`ai\` with its providers, ask the built product; behind it stand servers that speak one API each and refuse what its vendor refuses. A mark holds for whole and streamed answers, but for rows of one kind. Every stream is checked by the grammar of the API that it is written in.

- ✓ carried: the vendor understood what was asked, the package shows what the vendor said, with its end and its tokens, and the conversion dropped nothing.
- ◐ answered, but not all of it is carried; the [note](#notes) says what. What a request loses on its way stands in \`x-turnpike-conversion\` and in the log row; a call that would drop something is refused with \`x-turnpike-strict: true\`. Both are checked.
- – cannot be: the note says why.
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
