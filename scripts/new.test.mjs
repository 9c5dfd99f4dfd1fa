import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from './check.mjs';
import { spellings } from './generator.mjs';
import { rootDir } from './preparation.mjs';

const kept = [
  '.dependency-cruiser.cjs',
  '.gitignore',
  'biome.json',
  'knip.json',
  'package.json',
  'package-lock.json',
];
const copied = [
  ...kept,
  'tsconfig.json',
  'vitest.config.ts',
  'contract',
  'server',
  'console',
  'e2e',
  'scripts',
  'docs',
];
let dir;

describe('what the generators write into a copy of the repository', () => {
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'turnpike-new-'));
    for (const path of copied) {
      const isSource = (from) => !['node_modules', 'dist', 'pictures'].includes(basename(from));
      cpSync(join(rootDir, path), join(dir, path), { recursive: true, filter: isSource });
    }
    linkModules();
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('is a provider that the registry knows', () => {
    const output = generate('provider', 'fast-lane');

    expect(output).toContain('wrote server/src/providers/fast-lane/fast-lane-provider.ts');
    expect(read('server/src/providers/provider-registry.ts')).toContain('fastLaneProvider');
    expect(read('server/src/providers/fast-lane/fast-lane-provider.ts')).toMatch(/typeId: 10\d\d,/);
  });

  it('is an entity with calls, a table and a module', () => {
    const output = generate('entity', 'rate-card');

    expect(output).toContain('wrote contract/src/entities/rate-card.ts');
    expect(read('server/src/db/migrate.ts')).toMatch(/'\d{4}-rate-card': async .*\.rateCard,/);
    expect(read('contract/src/entities.ts')).toContain("export * from './entities/rate-card.ts';");
    expect(output).toContain('wrote console/src/features/rate-card/rate-card-page.tsx');
    expect(read('console/src/features/features.ts')).toContain('rateCardFeature,\n');
    expect(read('console/src/features/rate-card/rate-card-feature.ts')).toContain("path: '/panel/rate_card'");
    const edited = [...output.matchAll(/^wrote (.*)$/gm)].filter(([, path]) =>
      existsSync(join(rootDir, path)),
    );
    expect(edited.length).toBeLessThanOrEqual(5);
  });

  it('does not overwrite what is there', () => {
    expect(generate('entity', 'token')).toContain('contract/src/entities/token.ts is there already');
    expect(generate('provider', 'openai')).toContain(
      'server/src/providers/openai/openai-provider.ts is there already',
    );
  });

  // A build of the console, all checks once more, and the generated tests: two minutes.
  if (process.env.TURNPIKE_LONG_TESTS !== '1') return;
  it('is a screen in a file of its own, built with the others', { timeout: 60_000 }, () => {
    const vite = join(rootDir, 'node_modules/vite/bin/vite.js');
    const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: join(dir, 'console'),
      encoding: 'utf8',
    });

    expect(built.status, built.stderr).toBe(0);
    const scripts = readdirSync(join(dir, 'console/dist/assets'));
    expect(scripts.filter((name) => /^rate-card-[^.]*\.js$/.test(name))).not.toEqual([]);
  });

  it('passes its own tests and every check but the one that asks for its words', {
    timeout: 600_000,
  }, async () => {
    const lines = [];
    await runChecks(process.execPath, { dir, print: (text) => lines.push(...text.split('\n')) });
    const faults = lines.filter((line) => /fast.?lane|rate.?card/i.test(line));
    const words = faults.filter((line) => /"(title|rate_card)" is English: Rate card$/.test(line));
    expect(faults).toEqual(words);
    expect(words).toHaveLength(6);

    const vitest = join(rootDir, 'node_modules/vitest/vitest.mjs');
    const tests = spawnSync(
      process.execPath,
      [vitest, 'run', '--project=unit', '--project=db', 'fast-lane', 'rate-card'],
      {
        cwd: dir,
        encoding: 'utf8',
      },
    );
    expect(tests.status, tests.stdout + tests.stderr).toBe(0);
  });
});

describe('a name for the generators', () => {
  it('is spelled as each place wants it', () => {
    expect(spellings('user-group')).toEqual({
      kebab: 'user-group',
      camel: 'userGroup',
      pascal: 'UserGroup',
      snake: 'user_group',
      words: 'user group',
    });
  });

  it.each(['UserGroup', 'user_group', '../up', '', '1st', 'a--b'])('is not "%s"', (name) => {
    expect(() => spellings(name)).toThrow(/kebab-case/);
  });
});

/** The packages of the repository, but the workspaces of the copy. */
function linkModules() {
  const modules = join(rootDir, 'node_modules');
  mkdirSync(join(dir, 'node_modules/@turnpike'), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name === '@turnpike' || name === '.cache') continue;
    symlinkSync(join(modules, name), join(dir, 'node_modules', name));
  }
  for (const name of ['contract', 'server', 'console', 'e2e']) {
    symlinkSync(join(dir, name), join(dir, 'node_modules/@turnpike', name));
  }
}

function generate(...args) {
  const { stdout, stderr } = spawnSync(process.execPath, [join(dir, 'scripts/new.mjs'), ...args], {
    cwd: dir,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

function read(path) {
  return readFileSync(join(dir, path), 'utf8');
}
