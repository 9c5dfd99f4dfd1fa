import { describe, expect, it } from 'vitest';
import { stopSignals } from './stop-signals.ts';

describe('signals to stop', () => {
  it('are one where they come together, and the next one means at once', () => {
    const done: string[] = [];
    let now = 5_000;
    const onSignal = stopSignals({
      nowMs: () => now,
      stop: () => done.push('stop'),
      stopAtOnce: () => done.push('at once'),
    });
    for (now of [5_000, 5_001, 5_300, 7_000]) onSignal();
    expect(done).toEqual(['stop']);
    now = 7_001;
    onSignal();
    expect(done).toEqual(['stop', 'at once']);
  });
});
