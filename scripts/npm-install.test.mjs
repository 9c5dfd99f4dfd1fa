import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installStamp, isTooOldForNpmPackages, missingPackages } from './npm-install.mjs';

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

    expect(missingPackages(dir)).toEqual([]);
  });

  it('is not enough when there is nothing, another version or less', () => {
    writeLock({ 'node_modules/a': { version: '1.0.1' }, 'node_modules/b': { version: '2.0.0' } });
    expect(missingPackages(dir)).toEqual(['a@1.0.1', 'b@2.0.0']);

    writeInstalled({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } });
    expect(missingPackages(dir)).toEqual(['a@1.0.1']);

    writeInstalled({ 'node_modules/a': { version: '1.0.1' } });
    expect(missingPackages(dir)).toEqual(['b@2.0.0']);
  });

  it('may lack programs for other platforms, not those for this one', () => {
    const own = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
    writeLock({ 'node_modules/own': own, 'node_modules/other': { ...own, os: ['aix'] } });
    writeInstalled({});

    expect(missingPackages(dir)).toEqual(['own@1.0.0']);
  });

  it('must be a whole copy of the repository', () => {
    expect(() => installStamp(dir)).toThrow(/not a whole copy/);
  });
});

describe('the Node that npm runs on', () => {
  it('is new enough for the packages', () => {
    const tooOld = ['18.20.8', '20.18.3', '21.7.0', '22.11.0'];
    expect(tooOld.filter(isTooOldForNpmPackages)).toEqual(tooOld);
    expect(['20.19.0', '22.12.0', '24.0.0', '26.10.0'].filter(isTooOldForNpmPackages)).toEqual([]);
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
