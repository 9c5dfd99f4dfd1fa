import type { Clock } from '../../platform/clock.ts';

const SLOTS = 12;
const SLOT_MS = 5_000;
const CAPACITY = 20_000;

interface Meter {
  /** Number of the newest slot, counted from the clock's beginning. */
  slot: number;
  calls: number[];
  tokens: number[];
}

/** Calls and tokens of each account in the last minute, in steps of five seconds; only in memory. */
export class CallMeter {
  readonly #meters = new Map<number, Meter>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  noteCall(userId: number): void {
    const meter = this.#meterOf(userId);
    meter.calls[meter.slot % SLOTS] = (meter.calls[meter.slot % SLOTS] ?? 0) + 1;
  }

  noteTokens(userId: number, tokens: number): void {
    const meter = this.#meterOf(userId);
    meter.tokens[meter.slot % SLOTS] = (meter.tokens[meter.slot % SLOTS] ?? 0) + tokens;
  }

  lastMinute(userId: number): { calls: number; tokens: number } {
    const meter = this.#meters.get(userId);
    if (meter === undefined) return { calls: 0, tokens: 0 };
    advance(meter, this.#slotNow());
    return { calls: sum(meter.calls), tokens: sum(meter.tokens) };
  }

  /** Sums over all accounts. */
  lastMinuteOfAll(): { calls: number; tokens: number } {
    const slot = this.#slotNow();
    const total = { calls: 0, tokens: 0 };
    for (const meter of this.#meters.values()) {
      if (slot - meter.slot >= SLOTS) continue;
      advance(meter, slot);
      total.calls += sum(meter.calls);
      total.tokens += sum(meter.tokens);
    }
    return total;
  }

  #slotNow(): number {
    return Math.floor(this.#clock.monotonicMs() / SLOT_MS);
  }

  #meterOf(userId: number): Meter {
    const slot = this.#slotNow();
    const known = this.#meters.get(userId);
    if (known !== undefined) {
      advance(known, slot);
      return known;
    }
    if (this.#meters.size >= CAPACITY) this.#forgetIdle(slot);
    const meter = { slot, calls: new Array(SLOTS).fill(0), tokens: new Array(SLOTS).fill(0) };
    this.#meters.set(userId, meter);
    return meter;
  }

  /** Those of the last minute stay; if all are, the oldest goes: a figure is lost, never a limit. */
  #forgetIdle(slot: number): void {
    for (const [userId, meter] of this.#meters) if (slot - meter.slot >= SLOTS) this.#meters.delete(userId);
    const oldest = this.#meters.keys().next().value;
    if (this.#meters.size >= CAPACITY && oldest !== undefined) this.#meters.delete(oldest);
  }
}

/** Empties the slots that time has passed. */
function advance(meter: Meter, slot: number): void {
  if (slot <= meter.slot) return;
  for (let one = Math.max(meter.slot + 1, slot - SLOTS + 1); one <= slot; one += 1) {
    meter.calls[one % SLOTS] = 0;
    meter.tokens[one % SLOTS] = 0;
  }
  meter.slot = slot;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
