import { GatewayError } from '../../platform/gateway-error.ts';
import type { RealtimeTurn } from './realtime-turn.ts';

/** Maximum number of open responses of one session. */
const MAX_OPEN = 64;
/** Number of ended responses that are remembered, so that a repeated end is not charged again. */
const MAX_ENDS = 64;

/** The responses of a session by their ids: those that the vendor has begun, and the last that have ended. */
export class SessionResponses {
  readonly #open = new Map<string, RealtimeTurn>();
  /** The oldest first. */
  readonly #ended = new Set<string>();

  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  find(id: string): RealtimeTurn | undefined {
    return this.#open.get(id);
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id);
  }

  /** @throws upstream.broken_answer */
  assertMayBegin(): void {
    if (this.#open.size >= MAX_OPEN)
      throw new GatewayError('upstream.broken_answer', {}, { cause: new Error('too many open responses') });
  }

  begin(id: string, turn: RealtimeTurn): void {
    this.#open.set(id, turn);
    this.#ended.delete(id);
  }

  /** @returns undefined if it is not open */
  end(id: string): RealtimeTurn | undefined {
    const turn = this.#open.get(id);
    if (turn === undefined) return undefined;
    this.#open.delete(id);
    this.noteEnd(id);
    return turn;
  }

  noteEnd(id: string): void {
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (oldest !== undefined && this.#ended.size > MAX_ENDS) this.#ended.delete(oldest);
  }

  /** Empties the list of the open ones. */
  takeOpen(): RealtimeTurn[] {
    const open = [...this.#open.values()];
    this.#open.clear();
    return open;
  }
}
