import { describe, expect, it } from 'vitest';
import { RelayTraffic } from './relay-traffic.ts';

describe('calls in flight', () => {
  it('are counted and broken off, whoever left before and in which order', () => {
    const traffic = new RelayTraffic();
    const broken: string[] = [];
    const enter = (name: string) => traffic.enter(() => broken.push(name));
    const [first, , third] = [enter('first'), enter('second'), enter('third')];
    const last = enter('last');

    traffic.leave(first);
    traffic.leave(last);
    traffic.leave(third);
    const late = enter('late');
    traffic.breakOffAll();

    expect(broken.sort()).toEqual(['late', 'second']);
    expect(traffic.count).toBe(2);
    expect(traffic.total).toBe(5);
    traffic.leave(late);
    expect(traffic.count).toBe(1);
  });

  it('may leave while they are broken off', () => {
    const traffic = new RelayTraffic();
    let left = 0;
    for (let i = 0; i < 5; i += 1) {
      const call = traffic.enter(() => {
        left += 1;
        traffic.leave(call);
      });
    }

    traffic.breakOffAll();

    expect(left).toBe(5);
    expect(traffic.count).toBe(0);
  });
});
