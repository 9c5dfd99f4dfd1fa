import { type CallBudget, type Hold, keyOf, type Share } from '../../src/billing/account.ts';
import type { TakenPoints } from '../../src/billing/hold.ts';
import { type Payers, QuotaBook } from '../../src/billing/quota-book.ts';
import { GatewayError } from '../../src/platform/gateway-error.ts';

// Only tests use it: a quota book before a database and an outbox that can fail and be late, next to a model that knows
// what everybody must have.

const LIMITED_USER = 1;
const TOKEN = 7;
const KEY_BUDGET = 20;
const GROUP_BUDGET = 21;
/** Long enough to be given another end before. */
const WAIT_MS = 1_000_000;

interface Amounts {
  balances: Record<number, number>;
  debts: Record<number, number>;
  remainder: number;
  used: Record<number, number>;
}

interface Recorded {
  payers: Payers;
  taken: TakenPoints;
}

interface OpenHold {
  payers: Payers;
  hold: Hold;
}

interface WaitingCall {
  leave: () => void;
  isOver: boolean;
}

/** A change by hand whose statement is on its way. */
interface Write {
  finish: (works: boolean) => void;
}

interface Start {
  balances: readonly [number, number];
  remainder: number;
  budgets: readonly [number, number];
  debtLimit: number;
}

interface Step {
  what: string;
  which: number;
  points: number;
  more: number;
}

const copyOf = (amounts: Amounts): Amounts => structuredClone(amounts);
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export class QuotaWorld {
  #book: QuotaBook;
  /** Amounts in the database. */
  readonly #database: Amounts;
  /** Expected amounts when everything is written. */
  readonly #model: Amounts;
  readonly #debtLimit: number;
  readonly #limits: readonly [number, number];
  readonly #outbox: Recorded[] = [];
  #writtenThrough = 0;
  /** Settlements of earlier processes. */
  #inherited = 0;
  #holds: OpenHold[] = [];
  #waiting: WaitingCall[] = [];
  #writes: Write[] = [];
  /** Another one after each crash: what an earlier process had on its way is nobody's. */
  #life = 0;
  #strangers = 100;
  #unexpected: unknown = null;

  constructor({ balances, remainder, budgets, debtLimit }: Start) {
    this.#database = {
      balances: { 1: balances[0], 2: balances[1] },
      debts: { 1: 0, 2: 0 },
      remainder,
      used: { [KEY_BUDGET]: 0, [GROUP_BUDGET]: 0 },
    };
    this.#model = copyOf(this.#database);
    this.#debtLimit = debtLimit;
    this.#limits = budgets;
    this.#book = this.#newBook();
  }

  async does({ what, which, points, more }: Step): Promise<void> {
    if (what === 'reserve' || what === 'wait') {
      const wait = what === 'wait';
      await this.#call(this.#payersOf(which), { most: points, least: Math.floor(points / 2), wait });
    } else if (what === 'grow') this.#grow(which, more);
    else if (what === 'settle') this.#settle(which, more * 3, { isKept: true });
    else if (what === 'fail') this.#settle(which, more, { isKept: false });
    else if (what === 'release') this.#release(which);
    else if (what === 'leave') at(this.#waiting, which)?.leave();
    else if (what === 'credit') this.#change((which % 2) + 1, points);
    else if (what === 'debit') this.#change((which % 2) + 1, -more);
    else if (what === 'pay') this.#payDebt((which % 2) + 1);
    else if (what === 'limit') this.#setLimit(points);
    else if (what === 'write' || what === 'breakWrite') this.#finishWrite(which, what === 'write');
    else if (what === 'drain') this.#drain(1 + (which % 3));
    else if (what === 'evict') await this.#evict();
    else if (what === 'crash') this.#crash(which);
    await settled();
    if (this.#unexpected !== null) throw this.#unexpected;
  }

  /** Everything that is still going on comes to an end. */
  async endsAll(): Promise<void> {
    for (let round = 0; this.#holds.length > 0 || this.#writes.length > 0; round += 1) {
      while (this.#holds.length > 0) this.#settle(0, round % 5, { isKept: true });
      while (this.#writes.length > 0) this.#finishWrite(0, true);
      await settled();
    }
    this.#drain(this.#outbox.length);
    await settled();
  }

  assertExact(): void {
    for (const userId of [1, 2]) {
      const known = this.#book.balanceOf(userId);
      const balance = this.#model.balances[userId] as number;
      const debt = this.#model.debts[userId] as number;
      assert(
        balance >= 0 && debt >= 0 && debt <= this.#debtLimit,
        `user ${userId} has ${balance}, owes ${debt}`,
      );
      // A change by hand counts in the book before or after the database has it, in the careful direction.
      assert(known === undefined || known <= balance, `user ${userId} has ${known} instead of ${balance}`);
      assert(known === undefined || known >= 0, `user ${userId} has ${known}`);
      assert((this.#database.balances[userId] as number) >= 0, `user ${userId} is below zero`);
    }
    assert(this.#model.remainder >= 0 && this.#database.remainder >= 0, 'a key is below zero');
    assert(this.#book.heldPoints() === sumOf(this.#holds), 'holds are lost or left');
    const waits = this.#waiting.some(({ isOver }) => !isOver);
    assert(!waits || this.#holds.length > 0, 'a call waits, but nobody holds anything');
  }

  assertNothingIsLeft(): void {
    assert(this.#book.heldPoints() === 0, 'points are held for ever');
    assert(
      this.#waiting.every(({ isOver }) => isOver),
      'a call waits for ever',
    );
    for (const userId of [1, 2]) {
      const known = this.#book.balanceOf(userId);
      const balance = this.#model.balances[userId];
      assert(
        known === undefined || known === balance,
        `user ${userId} ends with ${known} instead of ${balance}`,
      );
    }
  }

  stored(): Amounts {
    return this.#database;
  }

  expected(): Amounts {
    return this.#model;
  }

  #newBook(): QuotaBook {
    // As the gateway reads: only what an earlier process left in the outbox is taken off.
    const read = async <Value>(value: (amounts: Amounts) => Value): Promise<Value> => {
      const amounts = copyOf(this.#database);
      for (const one of this.#outbox.slice(this.#writtenThrough, this.#inherited)) apply(amounts, one);
      await settled();
      return value(amounts);
    };
    return new QuotaBook(
      {
        balanceOf: (id) =>
          read(({ balances, debts }) => ({ points: balances[id] ?? 0, debt: debts[id] ?? 0 })),
        remainderOf: () => read(({ remainder }) => remainder),
        usedOf: ({ budgetId }) => read(({ used }) => used[budgetId] as number),
      },
      { capacity: 3 },
    );
  }

  /** Payers of a key with a limit and budgets, a key in a group with a budget, or a plain key. */
  #payersOf(which: number): Payers {
    const [keyLimit, groupLimit] = this.#limits;
    const budgetOf = (budgetId: number, periodStart: number, points: number): CallBudget => {
      const period = { budgetId, periodStart };
      return { ...period, key: keyOf(period), points, refusal: {} };
    };
    const ofKey = budgetOf(KEY_BUDGET, 0, keyLimit);
    const ofGroup = budgetOf(GROUP_BUDGET, 86_400, groupLimit);
    const limited = { userId: LIMITED_USER, limitedTokenId: TOKEN, budgets: [ofKey, ofGroup] };
    const kinds: Payers[] = [
      limited,
      { userId: LIMITED_USER, limitedTokenId: null, budgets: [] },
      { userId: 2, limitedTokenId: null, budgets: [ofGroup] },
      { userId: 2, limitedTokenId: null, budgets: [] },
    ];
    return kinds[which % kinds.length] as Payers;
  }

  async #call(
    payers: Payers,
    { most, least, wait }: { most: number; least: number; wait: boolean },
  ): Promise<void> {
    await this.#book.load(payers);
    const life = this.#life;
    const call: WaitingCall = { leave: () => {}, isOver: false };
    const onLeave = (leave: () => void): void => {
      call.leave = leave;
    };
    const opened = (hold: Hold): void => {
      call.isOver = true;
      if (life !== this.#life) return;
      this.#holds.push({ payers, hold });
      const { balance, held, debt } = (hold.shares[0] as Share).account;
      if (balance - held - debt < 0) this.#unexpected = new Error('points are held that a debt is owed');
    };
    const refused = (error: unknown): void => {
      call.isOver = true;
      const isExpected =
        error instanceof GatewayError && (error.code.startsWith('quota.') || error.code === 'caller.left');
      if (!isExpected) this.#unexpected = error;
    };
    try {
      const hold = this.#book.reserve(payers, { most, least }, { waitMs: wait ? WAIT_MS : 0, onLeave });
      if (!(hold instanceof Promise)) return opened(hold);
      this.#waiting.push(call);
      // Counted in the same step as it is made, so that holds and their sum agree.
      hold.then(opened, refused);
    } catch (error) {
      refused(error);
    }
  }

  #grow(which: number, points: number): void {
    const open = at(this.#holds, which);
    if (open !== undefined) this.#book.grow(open.hold, points);
  }

  #settle(which: number, charge: number, { isKept }: { isKept: boolean }): void {
    const open = this.#takeHold(which);
    if (open === undefined) return;
    const taken = this.#book.settle(open.hold, charge, { debtLimit: this.#debtLimit });
    assert(taken.fromBalance + taken.debt <= charge, 'more is taken than the call cost');
    if (!isKept) {
      this.#book.undo(open.hold, taken);
      return;
    }
    const recorded = { payers: open.payers, taken };
    this.#outbox.push(recorded);
    apply(this.#model, recorded);
    this.#book.recorded(open.hold, this.#outbox.length);
  }

  #release(which: number): void {
    const open = this.#takeHold(which);
    if (open !== undefined) this.#book.release(open.hold);
  }

  #takeHold(which: number): OpenHold | undefined {
    const open = at(this.#holds, which);
    this.#holds = this.#holds.filter((one) => one !== open);
    return open;
  }

  #change(userId: number, delta: number): void {
    const life = this.#life;
    const post = (): void => {
      for (const amounts of [this.#database, this.#model])
        amounts.balances[userId] = (amounts.balances[userId] as number) + delta;
    };
    const write = (): Promise<void> => this.#later(life, post);
    if (delta > 0) this.#watch(this.#book.credit(userId, delta, write));
    else this.#watch(this.#book.debit(userId, -delta, write));
  }

  #payDebt(userId: number): void {
    const life = this.#life;
    const pay = (most: number): number => {
      const paid = Math.min(most, this.#database.debts[userId] as number);
      for (const amounts of [this.#database, this.#model]) {
        amounts.balances[userId] = (amounts.balances[userId] as number) - paid;
        amounts.debts[userId] = (amounts.debts[userId] as number) - paid;
      }
      return paid;
    };
    const paid = this.#book.payDebt(userId, (most) => this.#later(life, () => pay(most)));
    this.#watch(paid.then(() => {}));
  }

  #setLimit(points: number): void {
    const life = this.#life;
    const write = (difference: number): Promise<void> =>
      this.#later(life, () => {
        for (const amounts of [this.#database, this.#model]) amounts.remainder += difference;
      });
    this.#watch(this.#book.changeRemainder(TOKEN, () => points, write));
  }

  /** A statement that is on its way until a later step finishes it; a process that has died sends none. */
  #later<Value>(life: number, run: () => Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (life !== this.#life) return;
      const finish = (works: boolean): void => {
        if (works) resolve(run());
        else reject(new Error('the database is away'));
      };
      this.#writes.push({ finish });
    });
  }

  #finishWrite(which: number, works: boolean): void {
    const write = at(this.#writes, which);
    if (write === undefined) return;
    this.#writes = this.#writes.filter((one) => one !== write);
    write.finish(works);
  }

  #watch(change: Promise<void>): void {
    change.catch((error: unknown) => {
      const isExpected =
        (error instanceof GatewayError && error.code === 'quota.insufficient') ||
        String(error).includes('the database is away');
      if (!isExpected) this.#unexpected = error;
    });
  }

  #drain(count: number): void {
    const end = Math.min(this.#outbox.length, this.#writtenThrough + count);
    for (const one of this.#outbox.slice(this.#writtenThrough, end)) apply(this.#database, one);
    this.#writtenThrough = end;
    this.#book.drained(end);
  }

  /** Others come, and need room. */
  async #evict(): Promise<void> {
    for (let i = 0; i < 4; i += 1) {
      this.#strangers += 1;
      await this.#book.load({ userId: this.#strangers, limitedTokenId: null, budgets: [] });
    }
  }

  /** The process dies with its holds; a statement on its way may have reached the database. */
  #crash(which: number): void {
    this.#life += 1;
    for (const [i, write] of this.#writes.entries()) if ((which + i) % 2 === 0) write.finish(true);
    this.#writes = [];
    this.#holds = [];
    for (const call of this.#waiting) call.leave();
    this.#waiting = [];
    this.#inherited = this.#outbox.length;
    this.#book = this.#newBook();
  }
}

function apply(amounts: Amounts, { payers, taken }: Recorded): void {
  const { userId, limitedTokenId, budgets } = payers;
  amounts.balances[userId] = (amounts.balances[userId] as number) - taken.fromBalance;
  amounts.debts[userId] = (amounts.debts[userId] as number) + taken.debt;
  if (limitedTokenId !== null) amounts.remainder -= taken.fromToken;
  for (const { budgetId } of budgets)
    amounts.used[budgetId] = (amounts.used[budgetId] as number) + taken.fromBalance + taken.debt;
}

const at = <Item>(items: readonly Item[], which: number): Item | undefined => items[which % items.length];

const sumOf = (holds: readonly OpenHold[]): number =>
  holds.reduce((sum, { hold: { points, beyond } }) => sum + points + (beyond?.[0] ?? 0), 0);

function assert(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
