import type { Aside, CountedBudget, Hold } from './account.ts';
import type { CountBook } from './count-book.ts';
import {
  type CallAmounts,
  type CountHold,
  countsOf,
  recordCounts,
  releaseCounts,
  settleCounts,
  undoCounts,
} from './count-hold.ts';
import type { TakenPoints } from './hold.ts';
import type { Payers, QuotaBook } from './quota-book.ts';

/** Holds of one piece of work. */
interface HeldPart {
  aside: Aside;
  counts: CountHold | null;
}

/** Holds as they are stored, to hold again after a restart. */
export interface StoredHold {
  /** Their budgets are not checked, because the work was admitted earlier. */
  payers: Payers;
  points: number;
  /** Null where no counted budget applies. */
  counted: { budgets: readonly CountedBudget[]; amounts: CallAmounts } | null;
}

/** Points and amounts that are held for work that goes on after its call, such as a batch or a task, until it is charged. */
export class HeldWork {
  readonly #quotaBook: QuotaBook;
  readonly #countBook: CountBook;
  readonly #debtLimit: () => number;
  readonly #parts = new Map<number, HeldPart>();
  /** Work whose points could not be held again after a failed settlement. */
  readonly #lost = new Map<number, StoredHold>();

  constructor(needs: { quotaBook: QuotaBook; countBook: CountBook; debtLimit: () => number }) {
    this.#quotaBook = needs.quotaBook;
    this.#countBook = needs.countBook;
    this.#debtLimit = needs.debtLimit;
  }

  has(id: number): boolean {
    return this.#parts.has(id) || this.#lost.has(id);
  }

  /** Takes over the holds of a call. */
  hold(id: number, { hold, counts }: { hold: Hold; counts: CountHold | null }): void {
    this.#parts.set(id, { aside: this.#quotaBook.setAside(hold), counts });
  }

  /** Adds amounts that are held on counted budgets. The work has none yet. */
  addCounts(id: number, counts: CountHold): void {
    const part = this.#parts.get(id);
    if (part === undefined) releaseCounts(counts);
    else part.counts = counts;
  }

  /** Holds again after a restart, even if the payers have fewer points left. */
  async restore(id: number, { payers, points, counted }: StoredHold): Promise<void> {
    this.#parts.set(id, {
      aside: await this.#quotaBook.setAsideAgain(payers, points),
      counts:
        counted === null ? null : await this.#countBook.holdAgain([...counted.budgets], counted.amounts),
    });
  }

  /** Ends a hold without a charge. */
  release(id: number): void {
    this.#lost.delete(id);
    const part = this.#parts.get(id);
    if (part === undefined) return;
    this.#parts.delete(id);
    this.#quotaBook.settleAside(part.aside, 0);
    this.#quotaBook.recorded(part.aside, 0);
    if (part.counts !== null) releaseCounts(part.counts);
  }

  /**
   * Charges a piece of work, once: `write` stores the charge together with a mark that the work is settled.
   * @param stored used to hold again if that fails
   * @throws if the work is held by another process, or `write` fails; the points stay held then
   */
  async settle(
    id: number,
    { points, amounts, stored }: { points: number; amounts: CallAmounts; stored: StoredHold },
    write: (taken: TakenPoints, counts: string | undefined) => Promise<void>,
  ): Promise<void> {
    const lost = this.#lost.get(id);
    if (lost !== undefined) {
      await this.restore(id, lost);
      this.#lost.delete(id);
    }
    const part = this.#parts.get(id);
    if (part === undefined) throw new Error('another process holds the points');
    const { aside, counts } = part;
    this.#parts.delete(id);
    const taken = this.#quotaBook.settleAside(aside, points, { debtLimit: this.#debtLimit() });
    if (counts !== null) settleCounts(counts, amounts);
    try {
      await write(taken, (counts && countsOf(counts)) || undefined);
    } catch (error) {
      this.#quotaBook.undo(aside, taken);
      if (counts !== null) undoCounts(counts);
      await this.restore(id, stored).catch(() => this.#lost.set(id, stored));
      throw error;
    }
    // If another node, or an earlier attempt with a lost connection, has settled it, the charge was the same.
    this.#quotaBook.recorded(aside, 0);
    if (counts !== null) recordCounts(counts, 0);
  }
}
