import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteConnection } from './sqlite-connection.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a database is readable for its owner only, also one that was made otherwise', () => {
  const path = join(folder, 'turnpike.db');
  const modes = () => [path, `${path}-wal`, `${path}-shm`].map((file) => statSync(file).mode & 0o777);
  const first = new SqliteConnection(path);
  first.execute('create table t (a integer)', []);
  expect(modes()).toEqual([0o600, 0o600, 0o600]);

  for (const suffix of ['', '-wal', '-shm']) chmodSync(path + suffix, 0o644);
  const again = new SqliteConnection(path);
  expect(modes()).toEqual([0o600, 0o600, 0o600]);
  again.close();
  first.close();
});
