import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxFile, OutboxReader } from './outbox-file.ts';

describe('the file of the outbox', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = () => new OutboxFile(join(folder, 'outbox.db'), { sync: 'normal', newId: () => 'new' });

  it('keeps what was appended, its numbers and its name for the next start', () => {
    const first = open();
    expect(first.append(['a', 'b', 'c'], 0)).toBe(3);
    expect(first.append(['d', 'e'], 3)).toBe(5);
    expect(first.append(['f'], 0)).toBe(6);
    first.close();

    const again = open();

    expect(again.outboxId).toBe('new');
    expect(again.bounds()).toEqual({ first: 4, last: 6 });
    const reader = new OutboxReader(again.path);
    expect(reader.read(3, 10)).toEqual(['d', 'e', 'f']);
    expect(reader.read(4, 10)).toEqual(['e', 'f']);
    expect(reader.read(3, 2)).toEqual(['d', 'e']);
    expect(reader.read(3, 1)).toEqual(['d', 'e']);
    expect(reader.read(6, 10)).toEqual([]);
    expect(reader.read(1, 10)).toEqual(['', '', 'd', 'e', 'f']);
    expect(reader.read(1, 1)).toEqual(['']);
    reader.close();
    again.close();
  });

  it('is readable for its owner only, also where it was made otherwise', () => {
    const path = join(folder, 'outbox.db');
    const modes = () => [path, `${path}-wal`, `${path}-shm`].map((file) => statSync(file).mode & 0o777);
    chmodSync(folder, 0o755);
    const first = open();
    first.append(['a'], 0);
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    for (const suffix of ['', '-wal', '-shm']) chmodSync(path + suffix, 0o644);
    const again = open();
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    again.close();
    first.close();
  });

  it('takes over what a file of an earlier version holds, which gave every text a row', () => {
    const old = new DatabaseSync(join(folder, 'outbox.db'));
    old.exec(`create table identity (outbox_id text not null, forgotten_through integer not null);
      insert into identity values ('old', 6);
      create table settlements (number integer primary key, body text not null);
      insert into settlements values (7, 'g'), (8, 'h')`);
    old.close();

    const file = open();
    file.append(['i', 'j'], 0);
    file.close();

    const again = open();
    expect(again.outboxId).toBe('old');
    const reader = new OutboxReader(again.path);
    expect(reader.read(6, 10)).toEqual(['g', 'h', 'i', 'j']);
    reader.close();
    again.close();
  });

  it('never gives a number twice, also when it is empty', () => {
    const file = open();
    file.append(['a', 'b'], 0);
    file.append([], 2);

    expect(file.append(['c'], 0)).toBe(3);
    file.close();
  });

  it('goes on after the numbers that the database knows, when it is older than the database', () => {
    const file = open();
    file.append(['a', 'b'], 0);

    file.startAfter(100);

    expect(file.bounds()).toEqual({ first: 0, last: 0 });
    expect(file.lastNumber()).toBe(100);
    expect(file.append(['c'], 0)).toBe(101);
    file.close();
  });

  it('writes to the disk when it is probed', () => {
    const file = open();
    const before = file.walBytes();
    file.probe();
    expect(file.walBytes()).toBeGreaterThan(before);
    file.close();
  });

  it('keeps what it holds when the database knows less', () => {
    const file = open();
    file.append(['a', 'b'], 0);

    file.startAfter(1);

    expect(file.bounds()).toEqual({ first: 1, last: 2 });
    file.close();
  });
});
