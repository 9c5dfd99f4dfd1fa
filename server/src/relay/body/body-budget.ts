import { GatewayError } from '../../platform/gateway-error.ts';

/** Maximum size of a body that every caller may send. */
export const FREE_BODY_BYTES = 64 * 1024;

const RETRY_AFTER_SECONDS = 1;

/**
 * Limits the bytes held at one moment, for the process and for each user. They are the bytes of request
 * bodies, long events, and answers that are checked before they are sent. Bytes count once they have arrived,
 * so a large announcement takes nothing from others. Every user always has 64 KiB.
 */
export class BodyBudget {
  readonly #processBytes: number;
  readonly #userBytes: number;
  #held = 0;
  readonly #heldByUser = new Map<number, number>();

  /** @param largestBodyBytes minimum share of every user; the share is otherwise a quarter */
  constructor({ processBytes, largestBodyBytes }: { processBytes: number; largestBodyBytes: number }) {
    this.#processBytes = processBytes;
    this.#userBytes = Math.max(processBytes / 4, largestBodyBytes);
  }

  get heldBytes(): number {
    return this.#held;
  }

  open(userId: number): BodyHold {
    return new BodyHold(this, userId);
  }

  /** @returns the code of the exceeded limit, or null */
  excessOf(userId: number, bytes: number): 'rate.body_bytes' | 'gateway.busy' | null {
    const heldByUser = (this.#heldByUser.get(userId) ?? 0) + bytes;
    if (heldByUser <= FREE_BODY_BYTES) return null;
    if (heldByUser > this.#userBytes) return 'rate.body_bytes';
    return this.#held + bytes > this.#processBytes ? 'gateway.busy' : null;
  }

  add(userId: number, bytes: number): void {
    this.#held += bytes;
    const held = (this.#heldByUser.get(userId) ?? 0) + bytes;
    if (held === 0) this.#heldByUser.delete(userId);
    else this.#heldByUser.set(userId, held);
  }
}

/** The bytes that one call's body and answer hold of the budget. */
export class BodyHold {
  readonly #budget: BodyBudget;
  readonly #userId: number;
  #bytes = 0;

  constructor(budget: BodyBudget, userId: number) {
    this.#budget = budget;
    this.#userId = userId;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws rate.body_bytes or gateway.busy if `bytes` more do not fit now */
  assertFits(bytes: number): void {
    const excess = this.#budget.excessOf(this.#userId, bytes);
    if (excess !== null) throw new GatewayError(excess, { retry_after: RETRY_AFTER_SECONDS });
  }

  /** @throws rate.body_bytes or gateway.busy; nothing is taken then */
  take(bytes: number): void {
    this.assertFits(bytes);
    this.#bytes += bytes;
    this.#budget.add(this.#userId, bytes);
  }

  /** @returns false, with nothing taken, if `bytes` more do not fit now */
  tryTake(bytes: number): boolean {
    if (this.#budget.excessOf(this.#userId, bytes) !== null) return false;
    this.#bytes += bytes;
    this.#budget.add(this.#userId, bytes);
    return true;
  }

  /**
   * Sets the total held by this call, up or down.
   * @throws rate.body_bytes or gateway.busy if that does not fit now; the old total stays
   */
  resize(bytes: number): void {
    if (bytes > this.#bytes) this.take(bytes - this.#bytes);
    else if (bytes < this.#bytes) {
      this.#budget.add(this.#userId, bytes - this.#bytes);
      this.#bytes = bytes;
    }
  }

  release(): void {
    if (this.#bytes > 0) this.#budget.add(this.#userId, -this.#bytes);
    this.#bytes = 0;
  }
}
