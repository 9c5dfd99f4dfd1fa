import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallableChannelRow } from '../routing/routing-rows.ts';
import { checkEvents } from './check-channel.ts';
import type { AskModel } from './checked-model.ts';

const row = { id: 7 } as CallableChannelRow;

describe('the events of a check', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const warned: object[] = [];
  const log = { info: () => {}, error: () => {}, warn: (facts: object) => void warned.push(facts) };
  const start = (askModel: AskModel, signal = new AbortController().signal) =>
    checkEvents({ askModel, log }, { row, models: ['m'], signal });

  it('have a heartbeat every ten seconds while a model is asked', async () => {
    const events = start(() => new Promise(() => {}));
    for (let beats = 0; beats < 2; beats += 1) {
      const next = events.next();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await next).toEqual({ done: false, value: { type: 'heartbeat', data: 'ping' } });
    }
    expect(vi.getTimerCount()).toBe(1);
  });

  it('keep one heartbeat at most for a caller who does not read', async () => {
    const events = start(() => new Promise(() => {}));
    const first = events.next();
    await vi.advanceTimersByTimeAsync(10_000);
    await first;
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await events.next()).value).toEqual({ type: 'heartbeat', data: 'ping' });
    const read = vi.fn();
    void events.next().then(read);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(read).not.toHaveBeenCalled();
  });

  it('end with their caller, and keep no timer', async () => {
    const controller = new AbortController();
    const asked = vi.fn<AskModel>(
      (_asked, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('left')));
        }),
    );
    const events = start(asked, controller.signal);
    const next = events.next();
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(asked).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('report a fault of the gateway as one, and log it', async () => {
    const events = start(() => Promise.reject(new TypeError('x is undefined')));
    const results = [{ name: 'answer', status: 0, remark: '', code: 'gateway.internal' }];
    expect((await events.next()).value).toEqual({
      type: 'result',
      data: { model: 'm', process: [{ name: 'basic', results, response: null }] },
    });
    expect(warned).toEqual([{ channel: 7, model: 'm', error: 'TypeError: x is undefined' }]);
    expect((await events.next()).value).toEqual({ type: 'done', data: 'completed' });
    expect((await events.next()).done).toBe(true);
  });
});
