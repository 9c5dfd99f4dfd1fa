import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findEngineProblems } from './check-engines.mjs';

it('names tests on both databases that are not listed, and the reverse', () => {
  const dir = mkdtempSync(join(tmpdir(), 'turnpike-engines-'));
  mkdirSync(join(dir, 'server/test'), { recursive: true });
  const write = (path, text) => writeFileSync(join(dir, path), text);
  write('server/both.db.test.ts', "import { databases } from './support/databases.ts';\n");
  write('server/listed.db.test.ts', "import { anyDatabase, databases } from './support/databases.ts';\n");
  write('server/one.db.test.ts', "import { anyDatabase } from './support/databases.ts';\n");
  write('server/test/two-engine-files.txt', 'server/listed.db.test.ts\nserver/one.db.test.ts\n');

  expect(findEngineProblems(dir)).toEqual([
    'server/both.db.test.ts runs on both databases and is not in server/test/two-engine-files.txt',
    'server/test/two-engine-files.txt: server/one.db.test.ts does not run on both databases',
  ]);
  rmSync(dir, { recursive: true });
});
