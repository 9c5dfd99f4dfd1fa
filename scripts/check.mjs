/** `npm run check`: everything about the code that can be judged without running it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootDir, runMain } from './preparation.mjs';
import { prepare } from './prepare.mjs';

const inModules = (path) => join('node_modules', path);
const workspaces = ['contract', 'server', 'console', 'e2e'];

const checks = [
  { name: 'format and lint', args: [inModules('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
  {
    name: 'types',
    args: [inModules('typescript/bin/tsc'), '--pretty', 'false', '--project', 'tsconfig.json'],
  },
  {
    name: 'types of the console',
    args: [inModules('typescript/bin/tsc'), '--pretty', 'false', '--project', 'console/tsconfig.json'],
  },
  {
    name: 'layers',
    args: [inModules('dependency-cruiser/bin/dependency-cruiser.mjs'), '--output-type', 'err'],
    dirs: workspaces,
  },
  { name: 'dead code', args: [inModules('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
  { name: 'page of the screens', args: ['scripts/screens.mjs', '--check'] },
  { name: 'page of the providers', args: ['scripts/providers-page.mjs', '--check'] },
  { name: 'locale keys', args: ['scripts/check-locales.mjs'] },
  { name: 'sources', args: ['scripts/check-sources.mjs'] },
  { name: 'words', args: ['scripts/check-words.mjs'] },
  { name: 'databases of tests', args: ['scripts/check-engines.mjs'] },
  { name: 'commit subjects', args: ['scripts/check-commits.mjs'] },
];

/**
 * Runs every check, also after one has failed, and prints a line for each.
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} `failures` are the checks' names.
 */
export async function runChecks(nodePath, { dir = rootDir, print = console.log } = {}) {
  const failures = [];
  for (const { name, args, dirs = [] } of checks) {
    const startedAt = performance.now();
    const existing = dirs.filter((one) => existsSync(join(dir, one)));
    const { code, output } = await capture(nodePath, [...args, ...existing], dir);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (code !== 0) {
      failures.push(`check: ${name}`);
      print(output.trimEnd().replace(/^/gm, '       '));
    }
  }
  return { passed: checks.length - failures.length, failed: failures.length, failures };
}

function capture(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const { nodePath } = await prepare();
    const { failed } = await runChecks(nodePath);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}
