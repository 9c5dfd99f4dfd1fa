import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BodyBudget } from './body-budget.ts';
import { UploadSpool } from './upload-spool.ts';

/** Those of this process. */
const DESCRIPTORS = '/dev/fd';
const LARGE = 256 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'turnpike-spool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const budget = new BodyBudget({ processBytes: 64 * LARGE, largestBodyBytes: 64 * LARGE });
const newSpool = () => new UploadSpool({ folder, reserveBytes: 0 }, budget.open(1));
const openFiles = () => readdirSync(DESCRIPTORS).length;

async function readAll(spool: UploadSpool): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of spool.read(0, spool.length)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

it('keeps what was appended, few bytes or many', async () => {
  const small = newSpool();
  const large = newSpool();
  const piece = Buffer.alloc(LARGE, 'abc');

  await small.append(Buffer.from('few'));
  await large.append(Buffer.from('few'));
  await large.append(piece);

  expect((await readAll(small)).toString()).toBe('few');
  expect(await readAll(large)).toEqual(Buffer.concat([Buffer.from('few'), piece]));
  small.release();
  large.release();
  expect(budget.heldBytes).toBe(0);
});

it.runIf(existsSync(DESCRIPTORS))('keeps no file open whose caller left while it was opened', async () => {
  const before = openFiles();
  const calls = Array.from({ length: 40 }, async (_, turns) => {
    const spool = newSpool();
    const appended = spool.append(Buffer.alloc(LARGE));
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    spool.release();
    return appended.then(
      () => 'kept',
      (error: { code?: string }) => error.code,
    );
  });

  const ends = await Promise.all(calls);

  expect(ends).toContain('caller.left');
  await expect.poll(openFiles).toBeLessThan(before + 5);
  expect(budget.heldBytes).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
