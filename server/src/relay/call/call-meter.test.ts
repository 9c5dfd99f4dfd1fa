import { expect, it } from 'vitest';
import { CallMeter } from './call-meter.ts';

it('counts what each account did in the last minute, and forgets what is older', () => {
  let now = 600_000;
  const meter = new CallMeter({ monotonicMs: () => now });
  meter.noteCall(1);
  meter.noteTokens(1, 250);
  now += 30_000;
  meter.noteCall(1);
  meter.noteTokens(2, 7);

  expect(meter.lastMinute(1)).toEqual({ calls: 2, tokens: 250 });
  expect(meter.lastMinute(2)).toEqual({ calls: 0, tokens: 7 });
  expect(meter.lastMinute(3)).toEqual({ calls: 0, tokens: 0 });

  expect(meter.lastMinuteOfAll()).toEqual({ calls: 2, tokens: 257 });

  now += 30_000;
  expect(meter.lastMinute(1)).toEqual({ calls: 1, tokens: 0 });
  expect(meter.lastMinuteOfAll()).toEqual({ calls: 1, tokens: 7 });
  now += 3_600_000;
  expect(meter.lastMinuteOfAll()).toEqual({ calls: 0, tokens: 0 });
  expect(meter.lastMinute(1)).toEqual({ calls: 0, tokens: 0 });
});
