import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildServer } from './build.mjs';

let dir;
let builds;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'turnpike-build-'));
  builds = 0;
  write('server/src/main.ts', 'one');
  write('contract/src/index.ts', 'contract');
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('the server is built again', () => {
  it('when a source changed, came or went, and not for a test', () => {
    const first = built();
    write('server/src/main.test.ts', 'a test');
    expect(built()).toBe(first);
    expect(builds).toBe(1);

    write('server/src/main.ts', 'two');
    const second = built();
    write('contract/src/points.ts', '');
    const third = built();
    rmSync(join(dir, 'contract/src/points.ts'));
    const fourth = built();

    expect(new Set([first, second, third]).size).toBe(3);
    expect(fourth).toBe(second);
    // The build before was kept, so the earlier sources need no build.
    expect(builds).toBe(3);
  });

  it('when its build was deleted', () => {
    const first = built();
    rmSync(join(dir, 'server/dist', first), { recursive: true });

    expect(built()).toBe(first);
    expect(builds).toBe(2);
  });
});

describe('builds of the server', () => {
  it('go when two newer ones are there, unless another process may just have made them', () => {
    const [, two = '', three = '', four = ''] = ['one', 'two', 'three', 'four'].map((text) => {
      write('server/src/main.ts', text);
      const name = built();
      if (text !== 'two') utimesSync(join(dir, 'server/dist', name), 0, 0);
      return name;
    });

    expect(folders()).toEqual(['current', two, three, four].sort());
    expect(readlinkSync(join(dir, 'server/dist/current'))).toBe(four);

    utimesSync(join(dir, 'server/dist', two), 0, 0);
    write('server/src/main.ts', 'five');
    expect(folders()).not.toContain(built());
    expect(folders()).toHaveLength(3);
    expect(folders()).toContain(four);
  });

  it('remove compiled code that is older than a week', () => {
    for (const name of ['old', 'new']) write(`node_modules/.cache/turnpike/compiled/v1/${name}`, '');
    utimesSync(join(dir, 'node_modules/.cache/turnpike/compiled/v1/old'), 0, 0);
    built();

    expect(readdirSync(join(dir, 'node_modules/.cache/turnpike/compiled/v1'))).toEqual(['new']);
  });

  it('that fail leave the earlier one in use, and no draft', () => {
    const first = built();
    write('server/src/main.ts', 'broken');

    const fail = () => {
      throw new Error('no build');
    };
    expect(() => buildServer('node', dir, fail)).toThrow('no build');
    expect(readlinkSync(join(dir, 'server/dist/current'))).toBe(first);
    expect(folders()).toEqual(['current', first].sort());
  });

  it('at the same time do not disturb each other', () => {
    const other = vi.fn(() => built());
    buildServer('node', dir, (draft) => {
      other();
      bundle(draft);
    });

    expect(other).toHaveReturnedWith(readlinkSync(join(dir, 'server/dist/current')));
    expect(builds).toBe(2);
    expect(folders()).toHaveLength(2);
  });
});

/** @returns {string} name of the build that is in use afterwards */
function built() {
  buildServer('node', dir, bundle);
  return readlinkSync(join(dir, 'server/dist/current'));
}

function bundle(draft) {
  builds += 1;
  writeFileSync(join(draft, 'main.js'), `build ${builds}`);
}

const folders = () => readdirSync(join(dir, 'server/dist')).sort();

function write(path, text) {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
