import type { CountedUnit, UnitKind, UsageFlag } from '@turnpike/contract';
import { numberOf } from '../platform/json/exact-json.ts';
import { areReadable, MAX_TOKEN_COUNT, NO_FLAGS } from './usage.ts';

/** Allowed difference between a vendor's total and the sum of its parts: some vendors round. */
const ROUNDING = 2;

/** Reads the numbers of one usage report and flags the invalid ones. An invalid count is read as 0. */
export class UsageReading {
  #flags: UsageFlag[] | null = null;

  /** Each flag once, in a fixed order. */
  get flags(): readonly UsageFlag[] {
    return this.#flags ?? NO_FLAGS;
  }

  /** Reads a count of the input side. If it is unreadable, the input is estimated. */
  input(value: unknown): number {
    return this.#count(value, 'input_unreadable');
  }

  /** Reads a count of the output side. If it is unreadable, the output is estimated. */
  output(value: unknown): number {
    return this.#count(value, 'output_unreadable');
  }

  /** Reads a count that affects only the ratio of a part, or whether the report adds up. */
  detail(value: unknown): number {
    return this.#count(value, 'detail_unreadable');
  }

  flag(flag: UsageFlag): void {
    if (this.#flags === null) this.#flags = [flag];
    else if (!this.#flags.includes(flag)) this.#flags.push(flag);
  }

  /**
   * @returns a function that takes counts out of the total until it is used up; details beyond the total are
   * cut
   */
  takerFrom(total: number): (count: number) => number {
    let rest = total;
    return (count) => {
      const taken = Math.min(count, rest);
      if (taken < count) this.flag('details_exceed_total');
      rest -= taken;
      return taken;
    };
  }

  /** Whether a count of either side was unreadable. A total then says nothing about the rest. */
  get lacksSide(): boolean {
    return !areReadable(this.flags);
  }

  /** @param sums valid values of the total; a total of 0 is not checked */
  checkTotal(total: number, ...sums: number[]): void {
    if (this.lacksSide) return;
    if (total > 0 && !sums.some((sum) => Math.abs(sum - total) <= ROUNDING)) this.flag('total_differs');
  }

  /** @returns an empty list for a count of 0 or an unreadable one */
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
