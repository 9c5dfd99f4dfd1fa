import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VIDEO_BYTES } from '../../../test/upstreams/tasks/task-vendor.ts';
import { TaskCopies } from './task-copies.ts';

/** Bytes of an answer go to the folder. */
const unused = {
  ...{ db: null as never, settings: () => null as never, upstreams: null as never },
  clock: { nowSeconds: () => 0 },
};

describe('the copy of a result that came in an answer', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'copies-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const video = Buffer.concat([VIDEO_BYTES, Buffer.alloc(700_001, 'abc')]);
  const base64 = video.toString('base64');

  it.each([
    ['in one line', base64],
    ['in lines', base64.replace(/.{76}/g, '$&\r\n')],
  ])('has its bytes, from base64 %s', async (_name, text) => {
    const { copy = '', type } = await new TaskCopies({ folder, ...unused }).keepBytes(
      'task_1',
      Buffer.from(text),
    );
    expect(type).toBe('video/mp4');
    expect((await readFile(join(folder, copy))).equals(video)).toBe(true);
  });

  it('is not made of anything else', async () => {
    const keep = new TaskCopies({ folder, ...unused }).keepBytes(
      'task_1',
      Buffer.from('{"error":"expired"}'),
    );
    await expect(keep).rejects.toThrow('no picture');
    expect(await readdir(folder)).toEqual([]);
  });
});
