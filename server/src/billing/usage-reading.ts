import type { CountedUnit, UnitKind, UsageFlag } from '@turnpike/contract';
import { numberOf } from '../platform/exact-json.ts';
import { areReadable, MAX_TOKEN_COUNT, NO_FLAGS } from './usage.ts';

/** A vendor's own total may differ by so much from the sum of its parts: some are rounded. */
const ROUNDING = 2;

/** Reads the numbers of one report, and keeps what was wrong with them; what is no count is 0. */
export class UsageReading {
  #flags: UsageFlag[] | null = null;

  /** Once each, in a fixed order. */
  get flags(): readonly UsageFlag[] {
    return this.#flags ?? NO_FLAGS;
  }

  /** A count of the input, which is estimated where it cannot be read. */
  input(value: unknown): number {
    return this.#count(value, 'input_unreadable');
  }

  /** A count of the output, which is estimated where it cannot be read. */
  output(value: unknown): number {
    return this.#count(value, 'output_unreadable');
  }

  /** A count of which nothing depends but at what price a part of a side is charged, or whether it adds up. */
  detail(value: unknown): number {
    return this.#count(value, 'detail_unreadable');
  }

  flag(flag: UsageFlag): void {
    if (this.#flags === null) this.#flags = [flag];
    else if (!this.#flags.includes(flag)) this.#flags.push(flag);
  }

  /** @returns takes counts out of a total until nothing is left of it; details beyond it are cut */
  takerFrom(total: number): (count: number) => number {
    let rest = total;
    return (count) => {
      const taken = Math.min(count, rest);
      if (taken < count) this.flag('details_exceed_total');
      rest -= taken;
      return taken;
    };
  }

  /** Whether a count of either side was none: a total then says nothing about the rest. */
  get lacksSide(): boolean {
    return !areReadable(this.flags);
  }

  /** @param sums what the total may stand for; a total of 0 says nothing */
  checkTotal(total: number, ...sums: number[]): void {
    if (this.lacksSide) return;
    if (total > 0 && !sums.some((sum) => Math.abs(sum - total) <= ROUNDING)) this.flag('total_differs');
  }

  /** @returns nothing for a count of 0, and for one that cannot be read */
  unit(kind: UnitKind, value: unknown, variant?: string): CountedUnit[] {
    const count = this.detail(value);
    if (count === 0) return [];
    return [variant === undefined ? { kind, count } : { kind, variant, count }];
  }

  #count(value: unknown, unreadable: UsageFlag): number {
    if (value === undefined || value === null) return 0;
    const count = numberOf(value);
    if (count === null || !(count >= 0 && count <= MAX_TOKEN_COUNT)) {
      this.flag(unreadable);
      return 0;
    }
    const whole = Math.floor(count);
    if (whole < count) this.flag('fraction');
    return whole;
  }
}
