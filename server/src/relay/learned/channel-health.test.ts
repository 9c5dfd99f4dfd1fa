import { describe, expect, it } from 'vitest';
import { ChannelHealth } from './channel-health.ts';

const MINUTE = 60_000;
const at = (id: number, upstreamModel = 'm', keyId = 0) => ({ channel: { id, keyId }, upstreamModel });
const answer = { code: '', message: '', firstByteMs: 200, durationMs: 900 };
const failure = { code: 'upstream.error', message: 'down', firstByteMs: null, durationMs: 50 };

function startHealth() {
  let nowMs = 0;
  const health = new ChannelHealth({
    monotonicMs: () => nowMs,
    nowSeconds: () => 1_000_000 + Math.floor(nowMs / 1000),
  });
  const play = (place: ReturnType<typeof at>, isFailure = false) => {
    health.begin(place);
    health.end(place, isFailure ? failure : answer, { isFailure });
  };
  return { health, play, pass: (ms: number) => (nowMs += ms) };
}

describe('the health of channels', () => {
  it('sums the last fifteen minutes of real calls', () => {
    const { health, play, pass } = startHealth();
    play(at(1));
    play(at(1, 'other'), true);
    pass(14 * MINUTE);
    play(at(1));
    expect(health.recent().get(1)).toEqual({
      ...{ calls: 3, failures: 1, firstByteMs: 400, durationMs: 1800, inFlight: 0 },
    });
    pass(MINUTE);
    expect(health.recent().get(1)).toMatchObject({ calls: 1, failures: 0 });
    pass(15 * MINUTE);
    expect(health.recent().get(1)).toMatchObject({ calls: 0 });
    expect(health.lastErrorOf(1)).toEqual({
      ...{ code: 'upstream.error', message: 'down', model: 'other', time: 1_000_000, since: 1_000_000 },
    });
  });

  it('knows when a channel began to fail: a quarter of an hour without a failure ends that', () => {
    const { health, play, pass } = startHealth();
    const since = () => health.lastErrorOf(1)?.since;
    play(at(1), true);
    pass(14 * MINUTE);
    play(at(1, 'other'), true);
    pass(15 * MINUTE);
    play(at(1), true);
    expect(since()).toBe(1_000_000);
    pass(15 * MINUTE + 1000);
    play(at(1), true);
    expect(since()).toBe(1_000_000 + 44 * 60 + 1);
  });

  it('knows the calls under way, also of those that leave', () => {
    const { health } = startHealth();
    health.begin(at(1));
    health.begin(at(1));
    expect(health.sumsAt(at(1))).toMatchObject({ inFlight: 2, calls: 0 });
    health.leave(at(1));
    health.end(at(1), answer, { isFailure: false });
    expect(health.sumsAt(at(1))).toMatchObject({ inFlight: 0, calls: 1 });
    health.leave(at(1));
    expect(health.sumsAt(at(1)).inFlight).toBe(0);
  });

  it('hands over each hour once, and takes back what could not be stored', () => {
    const { health, play } = startHealth();
    play(at(1));
    play(at(2), true);
    const taken = health.takeHours();
    expect(taken.map(({ channelId, sums }) => [channelId, sums.calls, sums.failures])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
    ]);
    expect(health.takeHours()).toEqual([]);
    play(at(1));
    health.returnHours(taken);
    expect(health.takeHours().map(({ channelId, sums }) => [channelId, sums.calls])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('keeps a bounded number of models however many names callers invent', () => {
    const { health, play } = startHealth();
    health.begin(at(2, 'long'));
    for (let model = 0; model < 20_500; model += 1) play(at(1, `m${model}`));
    expect(health.recent().get(1)?.calls).toBeLessThan(20_000);
    expect(health.sumsAt(at(2, 'long')).inFlight).toBe(1);
  });

  it('keeps a bounded number of models that nobody calls', () => {
    const { health, play, pass } = startHealth();
    for (let model = 0; model < 20_000; model += 1) play(at(1, `m${model}`));
    pass(16 * MINUTE);
    play(at(2));
    expect(health.recent().get(1)).toBeUndefined();
  });
});
