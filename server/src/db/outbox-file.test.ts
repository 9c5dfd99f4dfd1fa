import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    expect(first.append(['d'], 2)).toBe(4);
    first.close();

    const again = open();

    expect(again.outboxId).toBe('new');
    expect(again.bounds()).toEqual({ first: 3, last: 4 });
    const reader = new OutboxReader(again.path);
    expect(reader.read(2, 10)).toEqual(['c', 'd']);
    expect(reader.read(3, 10)).toEqual(['d']);
    expect(() => reader.read(1, 10)).toThrow('settlement 2 is missing');
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

  it('keeps what it holds when the database knows less', () => {
    const file = open();
    file.append(['a', 'b'], 0);

    file.startAfter(1);

    expect(file.bounds()).toEqual({ first: 1, last: 2 });
    file.close();
  });
});
