import { describe, expect, it } from 'vitest';
import { BodyBudget } from './body-budget.ts';

const KIB = 1024;
const budgetOf = (kibibytes: number) =>
  new BodyBudget({ processBytes: kibibytes * KIB, largestBodyBytes: 512 * KIB });

describe('the memory for bodies', () => {
  it('leaves 64 KiB to every user, whatever others hold', () => {
    const budget = budgetOf(1024);
    budget.open(1).take(512 * KIB);
    budget.open(2).take(512 * KIB);

    const small = budget.open(3);
    small.take(64 * KIB);

    expect(() => small.take(1)).toThrow(expect.objectContaining({ code: 'gateway.busy' }));
    expect(() => budget.open(3).take(1)).toThrow(expect.objectContaining({ code: 'gateway.busy' }));
    expect(() => budget.open(4).take(64 * KIB)).not.toThrow();
  });

  it('follows what grows and shrinks, and keeps what is held where more does not fit', () => {
    const budget = budgetOf(1024);
    const event = budget.open(1);
    event.resize(300 * KIB);
    event.resize(100 * KIB);
    expect(budget.heldBytes).toBe(100 * KIB);

    expect(() => event.resize(600 * KIB)).toThrow(expect.objectContaining({ code: 'rate.body_bytes' }));

    expect(budget.heldBytes).toBe(100 * KIB);
    event.release();
    expect(budget.heldBytes).toBe(0);
  });
});
