import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { measureAll } from './all-figures.ts';
import { measureCallCosts } from './call-costs.ts';
import { splitCores } from './cores.ts';
import { machineName, startNode, stop } from './processes.ts';
import { writeProfiles } from './profile.ts';
import { toMarkdown, toSummary, toTable } from './report.ts';
import { measureRouting } from './routing-figures.ts';
import { measureSafety } from './safety-figures.ts';
import { startSides } from './sides.ts';

// Measures the built product, accounting on, next to a bare relay and nginx in front of the same upstream.

const { values } = parseArgs({
  options: {
    /** Fewer and shorter rounds. */
    quick: { type: 'boolean', default: false },
    /** Only the costs of calls and events. */
    calls: { type: 'boolean', default: false },
    /** Only the choice and the reload of routing, and the safety check, in this process. */
    routing: { type: 'boolean', default: false },
    /** Folder of another build, measured as one more side. */
    against: { type: 'string' },
    /** Writes CPU profiles instead: at full speed, or at `rate` calls a second. */
    profile: { type: 'boolean', default: false },
    rate: { type: 'string' },
    /** Writes docs/reference/benchmark.md. */
    keep: { type: 'boolean', default: false },
  },
});
const pace = values.quick
  ? { rounds: 3, roundSeconds: 2, warmUpSeconds: 3 }
  : { rounds: 10, roundSeconds: 3, warmUpSeconds: 20 };

if (values.routing) console.log(toTable([...(await measureRouting(pace)), ...(await measureSafety(pace))]));
else await besideUpstream();

async function besideUpstream(): Promise<void> {
  const hasOwnCore = splitCores();
  const upstream = await startNode(new URL('./fake-upstream-process.ts', import.meta.url));
  try {
    if (values.profile) await profile(upstream.port);
    else await measure(upstream.port, hasOwnCore);
  } finally {
    await stop(upstream);
  }
}

async function profile(upstreamPort: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-profile-'));
  const perSecond = values.rate === undefined ? undefined : Number(values.rate);
  await writeProfiles(upstreamPort, { folder, perSecond });
  console.log(`The profiles are in ${folder}.`);
}

async function measure(upstreamPort: number, hasOwnCore: boolean): Promise<void> {
  const { against } = values;
  const otherRoot = against === undefined ? undefined : pathToFileURL(join(resolve(against), '/'));
  const sides = await startSides(upstreamPort, otherRoot);
  try {
    if (values.calls) {
      console.log(toTable(await measureCallCosts(sides, pace)));
      return;
    }
    const { figures, pairs, ...measured } = await measureAll(sides, { pace, isQuick: values.quick });
    const facts = { ...measured, machine: machineName(), hasOwnCore, rounds: pace.rounds };
    for (const text of [toSummary(facts), toTable(figures), toTable(pairs)]) console.log(text);
    if (values.keep) {
      const folder = fileURLToPath(new URL('../../docs/reference', import.meta.url));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'benchmark.md'), toMarkdown(facts, figures, pairs));
      const json = `${JSON.stringify({ ...facts, figures, pairs }, null, 2)}\n`;
      writeFileSync(join(folder, 'benchmark.json'), json);
    }
    if (facts.charged === facts.balanceChange) return;
    console.error('The charges do not add up to the change of the balance.');
    process.exitCode = 1;
  } finally {
    await sides.stop();
  }
}
