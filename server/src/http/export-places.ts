import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { GatewayError } from '../platform/gateway-error.ts';

/** A file reads the database without a pause; more of one account at a time would slow everybody down. */
const MAX_EXPORTS = 2;
const RETRY_AFTER_SECONDS = 5;

/** Counts the files that are being written, by account. */
export class ExportPlaces {
  readonly #running = new Map<number, number>();

  /**
   * Takes a place until the answer has ended or its connection is closed.
   * @throws export.too_many with the seconds to wait
   */
  take(userId: number, response: FastifyReply['raw']): void {
    const running = this.#running.get(userId) ?? 0;
    if (running >= MAX_EXPORTS)
      throw new GatewayError('export.too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#running.set(userId, running + 1);
    finished(response, () => this.#leave(userId));
  }

  #leave(userId: number): void {
    const others = (this.#running.get(userId) ?? 0) - 1;
    if (others > 0) this.#running.set(userId, others);
    else this.#running.delete(userId);
  }
}
