import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastQueue } from './toast-queue.ts';

interface Note {
  text: string;
  durationMs: number | null;
}

describe('the queue of toasts', () => {
  let queue: ToastQueue<Note>;
  beforeEach(() => {
    vi.useFakeTimers();
    queue = new ToastQueue({ isSame: (one, other) => one.text === other.text });
    queue.resume();
  });
  afterEach(() => vi.useRealTimers());

  const texts = () => queue.shown().map(({ text }) => text);
  const add = (text: string, durationMs: number | null = 3000) => queue.add({ text, durationMs });

  it('lets each go after its time', () => {
    add('short', 1500);
    add('long', 5000);
    vi.advanceTimersByTime(1499);
    expect(texts()).toEqual(['short', 'long']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual(['long']);
    vi.advanceTimersByTime(3500);
    expect(texts()).toEqual([]);
  });

  it('shows three; a fourth takes the place of the oldest that does not stay', () => {
    add('stays', null);
    add('b');
    add('c');
    add('d');
    expect(texts()).toEqual(['stays', 'c', 'd']);
  });

  it('lets one wait where all three stay', () => {
    for (const text of ['a', 'b', 'c']) add(text, null);
    add('waits');
    expect(texts()).toEqual(['a', 'b', 'c']);
    queue.close(queue.shown()[1]?.id ?? 0);
    expect(texts()).toEqual(['a', 'c', 'waits']);
    vi.advanceTimersByTime(3000);
    expect(texts()).toEqual(['a', 'c']);
  });

  it('does not add what is shown or waits, and does once it has gone', () => {
    add('same');
    add('same');
    expect(texts()).toEqual(['same']);
    vi.advanceTimersByTime(3000);
    add('same');
    expect(texts()).toEqual(['same']);
  });

  it('keeps all of them while it is paused, and their remaining time', () => {
    add('read', 3000);
    vi.advanceTimersByTime(2000);
    queue.pause();
    vi.advanceTimersByTime(60_000);
    add('came meanwhile', 1500);
    expect(texts()).toEqual(['read', 'came meanwhile']);
    queue.resume();
    vi.advanceTimersByTime(1000);
    expect(texts()).toEqual(['came meanwhile']);
    vi.advanceTimersByTime(500);
    expect(texts()).toEqual([]);
  });
});
