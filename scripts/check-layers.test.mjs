import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootDir } from './preparation.mjs';

let dir;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnpike-layers-'));
  copyFileSync(join(rootDir, '.dependency-cruiser.cjs'), join(dir, '.dependency-cruiser.cjs'));
  symlinkSync(join(rootDir, 'node_modules'), join(dir, 'node_modules'));
  write('server/src/main.ts', "import './app/app.ts';");
  write('server/src/app/app.ts', "import '../relay/relay.ts';");
  write('server/src/relay/relay.ts', "import '../platform/http.ts'; export type Relay = string;");
  write('server/src/platform/http.ts', "import 'node:http'; import 'undici';");
  write('contract/src/token.ts', 'export const token = 1;');
  write('console/src/features/token/token-page.tsx', "import '../../../../contract/src/token.ts';");
  write('console/src/features/log/log-page.tsx', 'export const page = <b />;');
});
afterAll(() => rmSync(dir, { recursive: true }));

it('the check of layers is content with imports that point downwards', () => {
  expect(violations()).toEqual([]);
});

describe('the check of layers', () => {
  const planted = [
    [
      'server/src/platform/clock.ts',
      "import type { Relay } from '../relay/relay.ts'; export type A = Relay;",
    ],
    [
      'server/src/db/users.ts',
      "export const late = () => import('../modules/user.ts');",
      'server/src/modules/user.ts',
    ],
    ['server/src/relay/direct.ts', "import { request } from 'node:https'; export { request };"],
    ['server/src/relay/undici.ts', "import { request } from 'undici'; export { request };"],
    ['server/src/modules/pool.ts', "import type { Pool } from 'pg'; export type A = Pool;"],
    ['server/src/app/file.ts', "import { DatabaseSync } from 'node:sqlite'; export { DatabaseSync };"],
    ['server/src/providers/a/a.ts', "import '../b/b.ts';", 'server/src/providers/b/b.ts'],
    [
      'server/src/modules/user/delete-user.ts',
      "import '../session/session.ts';",
      'server/src/modules/session/session.ts',
    ],
    ['server/src/helpers/text.ts', "import '../platform/http.ts';"],
    ['server/src/app/again.ts', "import '../main.ts';"],
    ['server/src/app/absent.ts', "import './not-there.ts';"],
    ['console/src/features/log/list.tsx', "import '../token/token-page.tsx';"],
    ['console/src/ui/table.tsx', "import '../features/log/log-page.tsx';"],
    ['console/src/features/log/server.tsx', "import '../../../../server/src/platform/http.ts';"],
    ['contract/src/log.ts', "import '../../server/src/platform/http.ts';"],
    [
      'contract/src/one.ts',
      "import './two.ts';\nexport const one = 1;",
      'contract/src/two.ts',
      "import './one.ts';",
    ],
  ];
  // One run for all of them takes as long as a run for one.
  let found;
  beforeAll(() => {
    for (const [path, text, otherPath, otherText = 'export {};'] of planted) {
      write(path, text);
      if (otherPath !== undefined) write(otherPath, otherText);
    }
    found = violations();
  });
  it.each(planted)('finds what %s may not do: %s', (path) => {
    expect(found).toContainEqual(expect.objectContaining({ from: path }));
  });
});

function violations() {
  const program = join(rootDir, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--output-type', 'json', 'contract', 'server', 'console'],
    { cwd: dir, encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
}

function write(path, text) {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
