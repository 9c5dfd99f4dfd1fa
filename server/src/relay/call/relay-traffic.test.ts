import { describe, expect, it } from 'vitest';
import { RelayTraffic } from './relay-traffic.ts';

describe('calls in flight', () => {
  it('are counted and broken off, whoever left before and in which order', () => {
    const traffic = new RelayTraffic();
    const broken: string[] = [];
    const enter = (name: string) => traffic.enter(0, (by) => broken.push(`${name}: ${by}`));
    const [first, , third] = [enter('first'), enter('second'), enter('third')];
    const last = enter('last');

    traffic.leave(first);
    traffic.leave(last);
    traffic.leave(third);
    const late = enter('late');
    traffic.breakOffAll();

    expect(broken.sort()).toEqual(['late: gateway', 'second: gateway']);
    expect(traffic.count).toBe(2);
    expect(traffic.total).toBe(5);
    traffic.leave(late);
    expect(traffic.count).toBe(1);
  });

  it('may leave while they are broken off', () => {
    const traffic = new RelayTraffic();
    let left = 0;
    for (let i = 0; i < 5; i += 1) {
      const call = traffic.enter(0, () => {
        left += 1;
        traffic.leave(call);
      });
    }

    traffic.breakOffAll();

    expect(left).toBe(5);
    expect(traffic.count).toBe(0);
  });

  it('are broken off when they started too long ago', () => {
    const traffic = new RelayTraffic();
    const broken: string[] = [];
    for (const startedAtMs of [100, 300, 200, 50]) {
      const call = traffic.enter(startedAtMs, (by) => {
        broken.push(`${startedAtMs}: ${by}`);
        traffic.leave(call);
      });
    }

    traffic.breakOffStartedBefore(200);

    expect(broken).toEqual(['100: timeout', '50: timeout']);
    expect(traffic.count).toBe(2);
  });
});
