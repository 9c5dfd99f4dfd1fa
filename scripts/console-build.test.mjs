import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceStamp } from './console-build.mjs';

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnpike-prepare-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

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

function write(path, text) {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
