import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutboxFile, OutboxReader } from '../db/outbox-file.ts';
import { Outbox } from './outbox.ts';
import type { DrainReport, SettleRequest } from './settlement-target.ts';

/** Takes settlements as the database does: each number once. */
class FakeDatabase {
  readonly bodies: string[] = [];
  last = 0;
  isDown = false;

  async settle({ outboxFile, afterNumber, limit }: SettleRequest): Promise<DrainReport> {
    if (this.isDown) throw new Error('connection refused');
    const reader = new OutboxReader(outboxFile);
    const bodies = reader.read(afterNumber, limit);
    reader.close();
    for (const [index, body] of bodies.entries()) {
      if (afterNumber + 1 + index <= this.last) continue;
      this.bodies.push(body);
      this.last = afterNumber + 1 + index;
    }
    return { lastNumber: afterNumber + bodies.length, rejected: 0 };
  }
  /** Work of the gateway while a checkpoint runs in another thread. */
  duringCheckpoint: () => Promise<unknown> = async () => {};
  /** Takes only what was there when it began, as a checkpoint in another thread does. */
  async checkpoint(path: string): Promise<void> {
    const begun = new DatabaseSync(path);
    begun.exec('begin; select * from identity');
    await this.duringCheckpoint();
    const reader = new OutboxReader(path);
    reader.checkpoint();
    reader.close();
    begun.close();
  }
}

describe('outbox', () => {
  let dir: string;
  let database: FakeDatabase;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'turnpike-outbox-'));
    database = new FakeDatabase();
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function open({ limitRows = 1000, drainDelayMs = 1, checkpointBytes = 1_000_000_000 } = {}) {
    const failures: unknown[] = [];
    const drained: number[] = [];
    const lost: string[] = [];
    const file = new OutboxFile(join(dir, 'outbox.db'), { sync: 'normal', newId: () => 'box' });
    const outbox = new Outbox({
      file,
      target: database,
      nowSeconds: () => 0,
      limitRows,
      drainDelayMs,
      probeMs: 1,
      checkpointBytes,
      events: {
        onDrained: (through) => drained.push(through),
        onRejected: () => {},
        onDrainFailed: (error) => failures.push(error),
        onAppendFailed: (error) => failures.push(error),
        onAppendRecovered: () => failures.push('recovered'),
        onLost: (bodies) => lost.push(...bodies),
      },
    });
    return { outbox, failures, drained, lost, file };
  }

  it('keeps settlements while the database is away and writes each once when it is back', async () => {
    const { outbox, failures, drained } = open();
    database.isDown = true;
    const numbers = await Promise.all(['a', 'b', 'c'].map((body) => outbox.append(body)));
    expect(numbers).toEqual([1, 2, 3]);
    while (failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(outbox.backlog).toBe(3);

    database.isDown = false;
    await outbox.drainNow();

    expect(database.bodies).toEqual(['a', 'b', 'c']);
    expect(outbox.backlog).toBe(0);
    expect(drained.at(-1)).toBe(3);
    await outbox.close();
  });

  it('goes on after its process died before draining, without a gap in the numbers', async () => {
    const before = open({ drainDelayMs: 1_000_000 });
    await before.outbox.append('a');
    await before.outbox.append('b');
    await before.outbox.close();

    const after = open();
    await after.outbox.drainNow();
    expect(database.bodies).toEqual(['a', 'b']);
    expect(await after.outbox.append('c')).toBe(3);
    await after.outbox.drainNow();
    expect(database.bodies).toEqual(['a', 'b', 'c']);
    await after.outbox.close();

    const again = open();
    expect(again.outbox.backlog).toBe(0);
    expect(await again.outbox.append('d')).toBe(4);
    await again.outbox.close();
  });

  it('does not wait for company where a batch is full', async () => {
    const { outbox, drained } = open({ limitRows: 10_000, drainDelayMs: 1_000_000 });
    await Promise.all(Array.from({ length: 1000 }, (_, index) => outbox.append(String(index))));

    await vi.waitFor(() => expect(drained).toEqual([500, 1000]));

    expect(database.bodies).toHaveLength(1000);
    await outbox.close();
  });

  it('sends again what the database took but could not say so, and nothing is written twice', async () => {
    const { outbox } = open();
    const settle = database.settle.bind(database);
    let isFirst = true;
    database.settle = async (batch) => {
      const last = await settle(batch);
      if (isFirst) {
        isFirst = false;
        throw new Error('connection lost after the commit');
      }
      return last;
    };
    await outbox.append('a');
    await outbox.drainNow();
    expect(database.bodies).toEqual(['a']);
    await outbox.close();
  });

  it('refuses new paid calls when it is full', async () => {
    const { outbox } = open({ limitRows: 2 });
    database.isDown = true;
    await outbox.append('a');
    outbox.assertRoom();
    await outbox.append('b');
    expect(() => outbox.assertRoom()).toThrow(expect.objectContaining({ code: 'settlement.backlog' }));
    database.isDown = false;
    await outbox.drainNow();
    outbox.assertRoom();
    await outbox.close();
  });

  describe('with a call in every turn', () => {
    const checkpointBytes = 200_000;

    /** Appends one after the other; each begins while the one before is still being written, also during checkpoints. */
    async function appendSteadily(outbox: Outbox, count: number) {
      const pending: Promise<number>[] = [];
      const append = () => pending.push(outbox.append('x'.repeat(2000)));
      database.duringCheckpoint = async () => {
        append();
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      };
      let largest = 0;
      for (let index = 0; index < count; index += 1) {
        append();
        await pending.at(-1);
        if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
        largest = Math.max(largest, walBytes());
      }
      database.duringCheckpoint = async () => {};
      await outbox.drainNow();
      return { largest, numbers: await Promise.all(pending) };
    }
    const walBytes = () => statSync(join(dir, 'outbox.db-wal')).size;

    it('keeps its write-ahead log short, and every settlement once', async () => {
      const { outbox } = open({ limitRows: 10_000, checkpointBytes });
      const { largest, numbers } = await appendSteadily(outbox, 1500);
      expect(largest).toBeLessThan(5 * checkpointBytes);
      expect(database.bodies).toHaveLength(Math.max(...numbers));
      expect(new Set(numbers).size).toBe(numbers.length);
      await outbox.close();
    });

    it('goes on appending where a checkpoint hangs', async () => {
      const { outbox } = open({ limitRows: 10_000, checkpointBytes });
      let isHanging = true;
      const reached = new Promise<void>((resolve) => {
        let count = 0;
        database.checkpoint = async () => {
          count += 1;
          if (count === 2) resolve();
          while (count >= 2 && isHanging) await new Promise((done) => setTimeout(done, 5));
        };
      });
      for (let index = 0; index < 200; index += 1) await outbox.append('x'.repeat(2000));
      await reached;
      expect(await outbox.append('a')).toBe(201);
      isHanging = false;
      await outbox.close();
    });
  });

  describe('whose disk is full', () => {
    function openOnFullDisk() {
      const opened = open();
      const append = opened.file.append.bind(opened.file);
      const disk = { isFull: true };
      const refuseWhenFull = () => {
        if (disk.isFull) throw new Error('database or disk is full');
      };
      opened.file.append = (bodies, deleteThrough) => {
        refuseWhenFull();
        return append(bodies, deleteThrough);
      };
      opened.file.probe = refuseWhenFull;
      return { ...opened, disk };
    }

    it('refuses paid calls from the first failure until there is room again', async () => {
      const { outbox, failures, disk } = openOnFullDisk();
      outbox.assertRoom();
      await expect(outbox.append('a')).rejects.toThrow('full');

      expect(() => outbox.assertRoom()).toThrow(expect.objectContaining({ code: 'settlement.backlog' }));
      disk.isFull = false;
      await vi.waitFor(() => outbox.assertRoom());

      expect(failures).toEqual([
        expect.objectContaining({ message: 'database or disk is full' }),
        'recovered',
      ]);
      expect(await outbox.append('b')).toBe(1);
      await outbox.close();
    });

    it('keeps what has left already in memory and writes it when there is room', async () => {
      const { outbox, lost, disk } = openOnFullDisk();
      await expect(outbox.append('refused')).rejects.toThrow('full');
      const numbers = Promise.all(['a', 'b'].map((body) => outbox.appendWhenPossible(body)));
      expect(outbox.backlog).toBe(2);

      disk.isFull = false;

      expect(await numbers).toEqual([1, 2]);
      await outbox.drainNow();
      expect(database.bodies).toEqual(['a', 'b']);
      await outbox.close();
      expect(lost).toEqual([]);
    });

    it('says what it could not keep when the process stops first', async () => {
      const { outbox, lost } = openOnFullDisk();
      await expect(outbox.append('refused')).rejects.toThrow('full');
      void outbox.appendWhenPossible('a');
      await outbox.close();
      expect(lost).toEqual(['a']);
    });

    it('goes on when it cannot even forget what the database has taken', async () => {
      const { outbox, failures, disk } = openOnFullDisk();
      disk.isFull = false;
      await outbox.append('a');
      disk.isFull = true;

      await vi.waitFor(() => expect(failures).toHaveLength(1));

      expect(database.bodies).toEqual(['a']);
      disk.isFull = false;
      await vi.waitFor(() => outbox.assertRoom());
      expect(await outbox.append('b')).toBe(2);
      await outbox.drainNow();
      expect(database.bodies).toEqual(['a', 'b']);
      await outbox.close();
    });
  });
});
