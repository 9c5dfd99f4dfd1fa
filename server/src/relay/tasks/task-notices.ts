import { createHmac } from 'node:crypto';
import { invalid } from '../../dialects/neutral/members.ts';
import type { Clock } from '../../platform/clock.ts';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const PURPOSE = 'task notice address';
const MAX_ADDRESS_LENGTH = 2048;
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Reports changes of tasks to addresses of their owners. */
export class TaskNotices {
  readonly #secretBox: SecretBox;
  readonly #guardedFetch: GuardedFetch;
  readonly #clock: Pick<Clock, 'nowSeconds'>;

  constructor(needs: { secretBox: SecretBox; guardedFetch: GuardedFetch; clock: Pick<Clock, 'nowSeconds'> }) {
    this.#secretBox = needs.secretBox;
    this.#guardedFetch = needs.guardedFetch;
    this.#clock = needs.clock;
  }

  /**
   * Seals an address, which may hold a secret of its owner.
   * @throws request.invalid if it is no https address
   */
  seal(address: string): string {
    const url = URL.parse(address);
    const isFitting =
      url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
    if (!isFitting || address.length > MAX_ADDRESS_LENGTH) throw invalid('callback_url', 'invalid_url');
    return this.#secretBox.seal(address, PURPOSE);
  }

  /** The secret by which a user checks notices: `whsec_` and base64, as Standard Webhooks have it. */
  secretOf(userId: number): string {
    return `whsec_${this.#keyOf(userId).toString('base64')}`;
  }

  /**
   * Sends a notice, signed as Standard Webhooks describe it.
   * @returns whether it was accepted
   * @throws AddressError if the address cannot be reached
   * Source: github.com/standard-webhooks, "Standard Webhooks" 1.0.0.
   */
  async send(
    sealed: string,
    { id, userId, body }: { id: string; userId: number; body: string },
  ): Promise<boolean> {
    const address = this.#secretBox.open(sealed, PURPOSE);
    const timestamp = String(this.#clock.nowSeconds());
    const signature = createHmac('sha256', this.#keyOf(userId))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    const { status } = await this.#guardedFetch(address, {
      ...{ limitBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS, signal: new AbortController().signal },
      request: {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature}`,
        },
        body,
      },
    });
    return status >= 200 && status <= 299;
  }

  #keyOf(userId: number): Buffer {
    return Buffer.from(this.#secretBox.mac(['task notices', userId]), 'hex');
  }
}
