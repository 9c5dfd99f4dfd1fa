/**
 * `npm test`: checks, unit and database tests, builds of console and server, browser tests.
 * The last line is `N passed, M failed, K skipped`; exit code 1 when anything failed or nothing ran.
 * `npm test -- unit db` runs only the named parts (checks, unit, db, console, e2e, attack; money is a choice of them).
 * `npm test -- --long` adds the long forms: every test of the database on both engines, larger attacks, more random histories,
 * the generators' output under every check.
 * `npm run test:money` runs those of the others that are about money; `-- --long`: every form of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole, buildServer } from './build.mjs';
import { runChecks } from './check.mjs';
import { compiledCodeDir, runGroup } from './child.mjs';
import { preparePostgres } from './postgres-package.mjs';
import { PreparationError, rootDir, runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';
import { countReport, missingReport } from './test-report.mjs';

const parts = ['checks', 'unit', 'db', 'console', 'e2e', 'attack'];
/** Files of `money`, each in its project. */
const moneyTests = [
  'contract/src/catalogues/charge-table.test.ts',
  'server/src/billing/',
  'server/src/dialects/reported-usages.test.ts',
  'server/src/relay/stories/money/charge-table.db.test.ts',
  'server/src/relay/stories/money/price-parts.db.test.ts',
  'server/src/relay/stories/money/quote-for-key.db.test.ts',
  'server/src/relay/stories/money/told-cost.db.test.ts',
  'server/src/relay/stories/money/budgets.db.test.ts',
  'server/src/relay/stories/money/unpaid-answers.db.test.ts',
  'server/src/relay/settle/',
  'server/src/db/drain-settlements.db.test.ts',
  'server/src/modules/order/sales-year.db.test.ts',
  'e2e/settlement-faults.e2e.ts',
  'e2e/kill.e2e.ts',
];
/** `--long` asks for the long form of every part. */
const longVersions = { TURNPIKE_LONG_TESTS: '1' };
/** Tests wait a part of their time: with one worker for each core, the cores are idle then. */
const WORKERS = 4;
const noCounts = { passed: 0, failed: 0, skipped: 0, failures: [] };

await runMain(async () => {
  const asked = process.argv.slice(2);
  const wanted = wantedParts(asked.filter((name) => name !== '--long'));
  const env = asked.includes('--long') ? longVersions : {};
  const startedAt = performance.now();
  const { nodePath } = await prepare();
  const reportDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const add = (counts) => {
    for (const name of Object.keys(total)) total[name] += counts[name] ?? 0;
    failures.push(...counts.failures);
  };

  try {
    if (wanted.includes('checks')) {
      heading('Checks of the code');
      add(await runChecks(nodePath));
    }
    const inProcess = ['unit', 'db', 'console'].filter((part) => wanted.includes(part));
    if (inProcess.length > 0) {
      heading(`Tests inside one process: ${inProcess.join(', ')}`);
      const reportFile = join(reportDir, 'tests.json');
      const projects = inProcess.some((part) => part !== 'console') ? [...inProcess, 'memory'] : inProcess;
      add(await runVitest(nodePath, { projects, reportFile, env }));
    }
    if (wanted.includes('e2e')) {
      preparePostgres();
      heading('Console and server are built');
      add(tryBuild('console', () => buildConsole(nodePath)));
      add(tryBuild('server', () => buildServer(nodePath)));
      heading('The built product, driven as a user would');
      const reportFile = join(reportDir, 'e2e.json');
      add(await runVitest(nodePath, { projects: ['e2e'], reportFile, env }));
    }
    if (wanted.includes('attack')) {
      preparePostgres();
      heading('The built product under attack');
      const reportFile = join(reportDir, 'attack.json');
      add(await runVitest(nodePath, { projects: ['attack'], reportFile, env }));
    }
    if (wanted.includes('money')) {
      preparePostgres();
      heading('Money: holds, usage, the table of charges, faults');
      const projects = ['unit', 'db', 'e2e'];
      const reportFile = join(reportDir, 'money.json');
      add(await runVitest(nodePath, { projects, files: moneyTests, reportFile, env }));
    }
  } finally {
    rmSync(reportDir, { recursive: true, force: true });
  }

  if (failures.length > 0) {
    heading('What failed');
    for (const failure of failures) console.log(failure);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  heading(`Done in ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

function wantedParts(names) {
  const all = [...parts, 'money'];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new PreparationError(`There is no part "${unknown}"; there are: ${all.join(', ')}.`);
  return names.length === 0 ? parts : names;
}

async function runVitest(nodePath, { projects, files = [], reportFile, env = {} }) {
  const args = [
    join(rootDir, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...files,
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    '--passWithNoTests',
    `--maxWorkers=${WORKERS}`,
  ];
  // Most tests start threads and processes of the product.
  const code = await runGroup(nodePath, args, { env: { ...env, NODE_COMPILE_CACHE: compiledCodeDir() } });
  const counts = countReport(reportFile) ?? missingReport;
  // An error outside of every test (a crashed worker, a broken set-up) shows only in the exit code.
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [`An error outside of every test ended ${projects.join(', ')}.`] };
}

function tryBuild(name, build) {
  try {
    build();
    console.log(`ok     ${name} build`);
    return { ...noCounts, passed: 1 };
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.log(`FAILED ${name} build: ${error.message}`);
    return { ...noCounts, failed: 1, failures: [`${name} build: ${error.message}`] };
  }
}

function heading(text) {
  console.log(`\n== ${text}`);
}
