import { GatewayError } from '../../platform/gateway-error.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Bounds the bytes of request bodies that are held at one moment, in the process and for each user. Bytes count when
 * they have come: announcing much takes nothing from others.
 */
export class BodyBudget {
  readonly #processBytes: number;
  readonly #userBytes: number;
  #held = 0;
  readonly #heldByUser = new Map<number, number>();

  /** @param largestBodyBytes fits into every user's share, which is else a quarter */
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

  /** @throws rate.body_bytes or gateway.busy */
  assertFits(userId: number, bytes: number): void {
    if ((this.#heldByUser.get(userId) ?? 0) + bytes > this.#userBytes)
      throw new GatewayError('rate.body_bytes', { retry_after: RETRY_AFTER_SECONDS });
    if (this.#held + bytes > this.#processBytes)
      throw new GatewayError('gateway.busy', { retry_after: RETRY_AFTER_SECONDS });
  }

  add(userId: number, bytes: number): void {
    this.#held += bytes;
    const held = (this.#heldByUser.get(userId) ?? 0) + bytes;
    if (held === 0) this.#heldByUser.delete(userId);
    else this.#heldByUser.set(userId, held);
  }
}

/** What one call's body takes of the budget. */
export class BodyHold {
  readonly #budget: BodyBudget;
  readonly #userId: number;
  #bytes = 0;

  constructor(budget: BodyBudget, userId: number) {
    this.#budget = budget;
    this.#userId = userId;
  }

  /** @throws rate.body_bytes or gateway.busy where so many more do not fit now */
  assertFits(bytes: number): void {
    this.#budget.assertFits(this.#userId, bytes);
  }

  /** @throws rate.body_bytes or gateway.busy; nothing is taken then */
  take(bytes: number): void {
    this.assertFits(bytes);
    this.#bytes += bytes;
    this.#budget.add(this.#userId, bytes);
  }

  release(): void {
    if (this.#bytes > 0) this.#budget.add(this.#userId, -this.#bytes);
    this.#bytes = 0;
  }
}
