import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPinnedNode, holdsWhatLockAsks, installStamp, rootDir, sourceStamp } from './prepare.mjs';

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnpike-prepare-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('what is installed', () => {
  it('is judged anew when the lock file changes', () => {
    writeLock({ 'node_modules/a': { version: '1.0.0' } });
    const before = installStamp(dir);
    expect(installStamp(dir)).toBe(before);

    writeLock({ 'node_modules/a': { version: '1.0.1' } });

    expect(installStamp(dir)).not.toBe(before);
  });

  it('is enough when every package has the version that the lock file asks for', () => {
    writeLock({ '': {}, console: {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' } });
    writeInstalled({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } });

    expect(holdsWhatLockAsks(dir)).toBe(true);
  });

  it('is not enough when there is nothing, another version or less', () => {
    writeLock({ 'node_modules/a': { version: '1.0.1' }, 'node_modules/b': { version: '2.0.0' } });
    expect(holdsWhatLockAsks(dir)).toBe(false);

    writeInstalled({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } });
    expect(holdsWhatLockAsks(dir)).toBe(false);

    writeInstalled({ 'node_modules/a': { version: '1.0.1' } });
    expect(holdsWhatLockAsks(dir)).toBe(false);
  });

  it('may lack packages for other platforms', () => {
    writeLock({ 'node_modules/of-another-platform': { version: '1.0.0', optional: true } });
    writeInstalled({});

    expect(holdsWhatLockAsks(dir)).toBe(true);
  });

  it('must be a whole copy of the repository', () => {
    expect(() => installStamp(dir)).toThrow(/not a whole copy/);
  });
});

describe('the console is built again', () => {
  it('when a source changed, came or went, and not for a test', () => {
    write('console/src/main.tsx', 'one');
    const first = sourceStamp(dir, ['console/src', 'console/public']);
    write('console/src/main.test.tsx', 'a test');
    expect(sourceStamp(dir, ['console/src', 'console/public'])).toBe(first);

    write('console/src/main.tsx', 'two');
    const second = sourceStamp(dir, ['console/src', 'console/public']);
    expect(second).not.toBe(first);

    write('console/public/icon.svg', '');
    expect(sourceStamp(dir, ['console/src', 'console/public'])).not.toBe(second);
  });
});

describe('the Node that runs the product', () => {
  it('is the one that package-lock.json pins', () => {
    expect(findPinnedNode(rootDir)).toMatch(
      /node_modules\/node-(bin-)?(linux|darwin)-(x64|arm64)\/bin\/node$/,
    );
  });

  it('is this one where the pinned one is not to be had', () => {
    expect(findPinnedNode(dir)).toBe(process.execPath);
  });
});

function writeLock(packages) {
  write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
}

function writeInstalled(packages) {
  write('node_modules/.package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
}

function write(path, text) {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
