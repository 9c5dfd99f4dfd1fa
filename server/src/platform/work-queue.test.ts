import { expect, it } from 'vitest';
import { WorkQueue } from './work-queue.ts';

it('runs one at a time in order, and refuses what would wait too long', async () => {
  const queue = new WorkQueue({ atOnce: 1, maxWaiting: 2 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) => () => {
    begun.push(number);
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  const all = [1, 2, 3].map((number) => queue.run(work(number)));
  await expect(queue.run(work(4))).rejects.toMatchObject({ code: 'session.too_many_attempts' });

  for (const number of [1, 2, 3]) {
    await expect.poll(() => begun).toEqual([1, 2, 3].slice(0, number));
    ends[number - 1]?.();
    expect(await all[number - 1]).toBe(number);
  }
});

it('goes on after work that fails', async () => {
  const queue = new WorkQueue({ atOnce: 1, maxWaiting: 0 });
  const failing = queue.run(() => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await queue.run(async () => 'next')).toBe('next');
});
