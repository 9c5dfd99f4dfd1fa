import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresServer } from '../test/support/postgres-server.ts';
import { type MeasuredGateway, startGateway } from './gateway-process.ts';
import { type LoadTarget, openLoad, quantile } from './load.ts';
import { type MeasuredLists, measureLists } from './many-log-rows.ts';
import { HOUR, SPREAD_HOURS } from './many-rows.ts';
import { machineName, startNode, stop } from './processes.ts';

// Measures lists at ten million log rows, and what the deletion of half of them does to calls, on both engines.
// Usage: npm run bench -- --keeping [--quick] [--keep] [--rows=1000000] [--sqlite | --postgres] [--lists | --deletion]

const has = (name: string) => process.argv.includes(`--${name}`);
const rowsGiven = process.argv.find((text) => text.startsWith('--rows='));
const ROWS = Number(rowsGiven?.slice('--rows='.length) ?? (has('quick') ? 200_000 : 10_000_000));
const CALLS_PER_SECOND = 100;
const ROUNDS = 5;
const ROUND_SECONDS = has('quick') ? 5 : 20;
const MAX_MS = 500;
const MAX_RAISED = 1.25;

interface Deletion {
  rows: number;
  seconds: number;
  /** Medians of the rounds' 99th percentiles, ms. */
  quietP99: number;
  deletingP99: number;
}

/** Rounds with a deletion of a tenth of all rows, as long as it lasts, alternate with quiet ones. */
async function measureDeletion(gateway: MeasuredGateway, now: number): Promise<Deletion> {
  const api = await gateway.signIn();
  const side = { origin: `http://127.0.0.1:${gateway.port}`, token: gateway.token };
  const start = now - SPREAD_HOURS * HOUR;
  await openLoad(side, { perSecond: CALLS_PER_SECOND, seconds: ROUND_SECONDS });
  const quiet: number[] = [];
  const deleting: number[] = [];
  let rows = 0;
  let seconds = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const aloneUntil = performance.now() + ROUND_SECONDS * 1000;
    quiet.push(await p99While(side, () => performance.now() < aloneUntil));
    const target = Math.floor(start + (SPREAD_HOURS * HOUR * round) / (2 * ROUNDS));
    const begun = performance.now();
    let isDeleting = true;
    const deletion = api<number>('DELETE', `/api/log/?target_timestamp=${target}`).then((count) => {
      isDeleting = false;
      rows += count;
      seconds += (performance.now() - begun) / 1000;
    });
    deleting.push(await p99While(side, () => isDeleting));
    await deletion;
    console.log(
      `round ${round}: p99 ${quiet.at(-1)?.toFixed(2)} ms without, ${deleting.at(-1)?.toFixed(2)} ms during deletion`,
    );
  }
  return { rows, seconds, quietP99: medianOf(quiet), deletingP99: medianOf(deleting) };
}

/** The p99 of calls, second by second, so that both sides reopen their connections equally often. */
async function p99While(side: LoadTarget, isGoing: () => boolean): Promise<number> {
  const times: number[] = [];
  while (isGoing()) {
    const { latenciesMs, failures } = await openLoad(side, { perSecond: CALLS_PER_SECOND, seconds: 1 });
    times.push(...latenciesMs);
    if (failures > 0) throw new Error(`${failures} calls failed`);
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.99,
  );
}

const medianOf = (values: number[]): number =>
  quantile(
    values.sort((a, b) => a - b),
    0.5,
  );

async function measureEngine(engine: 'sqlite' | 'postgres'): Promise<string> {
  const upstream = await startNode(new URL('./fake-upstream-process.ts', import.meta.url));
  const postgres = engine === 'postgres' ? await startPostgresServer() : null;
  const gateway = await startGateway(upstream.port, postgres === null ? {} : { databaseUrl: postgres.url });
  try {
    const now = Math.floor(Date.now() / 1000);
    const database =
      postgres === null
        ? { engine: 'sqlite' as const, dataDir: gateway.dataDir }
        : { engine: 'postgres' as const, url: postgres.url };
    const lists = await measureLists(gateway, ROWS, { database, isMeasured: !has('deletion') });
    for (const [name, ms] of Object.entries(lists.all)) console.log(`${name} ${ms.toFixed(0)} ms`);
    const deletion = has('lists') ? null : await measureDeletion(gateway, now);
    return toSection(engine === 'sqlite' ? 'SQLite' : 'PostgreSQL', lists, deletion);
  } finally {
    await Promise.all([stop(gateway), stop(upstream)]);
    await postgres?.stop();
  }
}

function toSection(name: string, { slowest, p95, all }: MeasuredLists, deletion: Deletion | null): string {
  const lists = Object.entries(all).sort(([, a], [, b]) => b - a);
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
  const raised = deletion === null ? 0 : deletion.deletingP99 / deletion.quietP99;
  return `## ${name}

${lists.length === 0 ? '' : `Slowest list: ${slowest}, p95 ${p95.toFixed(0)} ms, budget ${MAX_MS} ms: ${verdict(p95 <= MAX_MS)}.`}
${
  deletion === null
    ? ''
    : `
Deletion of ${deletion.rows.toLocaleString('en')} rows in ${deletion.seconds.toFixed(0)} s: p99 of calls ${deletion.deletingP99.toFixed(2)} ms during it, ${deletion.quietP99.toFixed(2)} ms without, × ${raised.toFixed(2)}, budget × ${MAX_RAISED}: ${verdict(raised <= MAX_RAISED)}.
`
}
| List | p95 (ms) |
| --- | --- |
${lists.map(([list, ms]) => `| ${list} | ${ms.toFixed(0)} |`).join('\n')}
`;
}

const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => has(engine) || !(has('sqlite') || has('postgres')),
);
const sections: string[] = [];
for (const engine of engines) sections.push(await measureEngine(engine));
const page = `# Keeping

\`npm run bench -- --keeping --keep\` measures lists and the deletion of old calls at ${ROWS.toLocaleString('en')} log rows
during ${CALLS_PER_SECOND} calls a second, and writes this page.

- Lists: the 95th percentile of 20 rounds.
- Deletion: half of the rows are deleted in ${ROUNDS} rounds, which alternate with rounds without a deletion. The figures are medians of the rounds' 99th percentiles.

Machine: ${machineName()}.

${sections.join('\n')}`;
console.log(page);
if (has('keep')) {
  const folder = fileURLToPath(new URL('../../docs/reference', import.meta.url));
  writeFileSync(join(folder, 'benchmark-keeping.md'), page);
}
