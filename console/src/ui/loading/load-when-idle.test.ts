import { expect, it, vi } from 'vitest';
import { loadWhenIdle } from './load-when-idle.ts';

const move = (movementX: number) =>
  window.dispatchEvent(new PointerEvent('pointermove', { movementX, movementY: 0 }));

it('loads nothing while the pointer rests where the page was drawn, and begins once it moves', async () => {
  vi.useFakeTimers();
  const loaded: string[] = [];
  loadWhenIdle(async () => loaded.push('first'));

  move(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(loaded).toEqual([]);

  move(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(loaded).toEqual(['first']);
  loadWhenIdle(async () => loaded.push('second'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(loaded).toEqual(['first', 'second']);
  vi.useRealTimers();
});
