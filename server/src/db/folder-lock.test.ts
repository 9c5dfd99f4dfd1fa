import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataFolder } from './folder-lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'turnpike-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('keeps a second one out, in a file that its owner alone reads', () => {
  const lock = lockDataFolder(dataDir);
  expect(statSync(join(dataDir, 'lock.db')).mode & 0o777).toBe(0o600);
  expect(() => lockDataFolder(dataDir)).toThrow('Another Turnpike process');
  lock.release();
  lockDataFolder(dataDir).release();
});
