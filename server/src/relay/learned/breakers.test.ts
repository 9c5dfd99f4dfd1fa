import { describe, expect, it } from 'vitest';
import { Breakers } from './breakers.ts';

describe('breakers', () => {
  const model = (channelId: number, upstreamModel = 'm', keyId = 0) => ({
    channel: { id: channelId, keyId },
    upstreamModel,
  });

  it('end by themselves', () => {
    let now = 0;
    const breakers = new Breakers({ monotonicMs: () => now });
    breakers.open(model(1), { seconds: 5, code: 'x' });
    expect(breakers.untilMs(model(1))).toBe(5000);
    expect(breakers.untilMs(model(1, 'other'))).toBe(0);
    now = 5000;
    expect(breakers.untilMs(model(1))).toBe(0);
  });

  it('are of one key, or of all keys of a channel', () => {
    let now = 0;
    const breakers = new Breakers({ monotonicMs: () => now });
    breakers.openKey(model(1, 'm', 11), { seconds: 30, code: 'x' });
    const untilOf = (...keys: number[]) => keys.map((key) => breakers.untilMs(model(1, 'm', key)));
    expect(untilOf(11, 12)).toEqual([30_000, 0]);

    breakers.open(model(1, 'm', 12), { seconds: 5, code: 'x' });
    expect(untilOf(11, 12)).toEqual([30_000, 5000]);
    expect(breakers.restsOf(1)).toEqual([
      { keyId: 11, model: 'm', code: 'x', seconds: 30 },
      { keyId: null, model: 'm', code: 'x', seconds: 5 },
    ]);
    now = 5000;
    expect(untilOf(11, 12)).toEqual([30_000, 0]);
    expect(breakers.restsOf(1)).toEqual([{ keyId: 11, model: 'm', code: 'x', seconds: 25 }]);
    expect(breakers.restsOf(2)).toEqual([]);
  });

  it('tell an odd request of one caller from a failing channel', () => {
    const breakers = new Breakers({ monotonicMs: () => 0 });
    expect([breakers.noteFailure(model(1), 7), breakers.noteFailure(model(1), 7)]).toEqual([false, false]);
    expect(breakers.noteFailure(model(1, 'other'), 8)).toBe(false);
    expect(breakers.noteFailure(model(1), 8)).toBe(true);
    expect([1, 2, 3].map(() => breakers.noteFailure(model(2), 7))).toEqual([false, false, true]);
  });

  it('count the last ten calls only', () => {
    const breakers = new Breakers({ monotonicMs: () => 0 });
    breakers.noteFailure(model(1), 7);
    breakers.noteFailure(model(1), 7);
    for (let call = 0; call < 9; call += 1) breakers.noteSuccess(model(1));
    expect(breakers.noteFailure(model(1), 8)).toBe(false);
  });

  it('let one call try after a rest, and rest longer after each trial that failed', () => {
    let now = 0;
    const breakers = new Breakers({ monotonicMs: () => now });
    const rest = () => breakers.open(model(1), { seconds: 5, code: 'x' });
    rest();
    // Calls that were under way fail, too.
    rest();
    expect(breakers.untilMs(model(1))).toBe(5000);
    for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
      now = breakers.untilMs(model(1));
      expect(breakers.untilMs(model(1))).toBe(0);
      breakers.begin(model(1));
      expect(breakers.untilMs(model(1))).toBe(now + 60_000);
      rest();
      expect(breakers.untilMs(model(1))).toBe(now + seconds * 1000);
    }
    now = breakers.untilMs(model(1));
    breakers.begin(model(1));
    breakers.close(model(1));
    expect(breakers.untilMs(model(1))).toBe(0);
    rest();
    expect(breakers.untilMs(model(1))).toBe(now + 5000);
  });

  it('let another call try where a trial has no result', () => {
    let now = 0;
    const breakers = new Breakers({ monotonicMs: () => now });
    breakers.open(model(1), { seconds: 5, code: 'x' });
    now = 5000;
    breakers.begin(model(1));
    now = 65_000;
    expect(breakers.untilMs(model(1))).toBe(0);
  });

  it('let the next call try where the trial left, and are closed again when rests are over', () => {
    let now = 0;
    const breakers = new Breakers({ monotonicMs: () => now });
    expect(breakers.isAnyOpen).toBe(false);
    breakers.open(model(1), { seconds: 5, code: 'x' });
    // A call that began before the failure leaves the rest as it is.
    breakers.leave(model(1));
    expect([breakers.untilMs(model(1)), breakers.isAnyOpen]).toEqual([5000, true]);
    now = 5000;
    expect(breakers.isAnyOpen).toBe(false);
    breakers.begin(model(1));
    breakers.leave(model(1));
    expect(breakers.untilMs(model(1))).toBe(0);
  });

  it('rest as long as an upstream says, however often it does', () => {
    let now = 0;
    const breakers = new Breakers({ monotonicMs: () => now });
    for (let turn = 0; turn < 3; turn += 1) {
      breakers.openKey(model(1, 'm', 11), { seconds: 7, code: 'x', isExact: true });
      expect(breakers.untilMs(model(1, 'm', 11))).toBe(now + 7000);
      now += 7000;
      breakers.begin(model(1, 'm', 11));
    }
  });
});
