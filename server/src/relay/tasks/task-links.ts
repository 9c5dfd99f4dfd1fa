import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** Makes and checks addresses of this site that work without a key: of results, and for callbacks of vendors. */
export class TaskLinks {
  readonly #secretBox: Pick<SecretBox, 'mac'>;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #siteAddress: () => string;

  /** @param siteAddress where callers reach the site; empty if that is not known */
  constructor(needs: {
    secretBox: Pick<SecretBox, 'mac'>;
    clock: Pick<Clock, 'nowSeconds'>;
    siteAddress: () => string;
  }) {
    this.#secretBox = needs.secretBox;
    this.#clock = needs.clock;
    this.#siteAddress = needs.siteAddress;
  }

  /**
   * Returns the path of a result, which expires.
   * @param index of the file
   */
  filePath(taskId: string, index: number, lifetimeSeconds: number): string {
    // Whole hours, so that a page that is loaded again shows the same addresses.
    const expires = Math.ceil((this.#clock.nowSeconds() + lifetimeSeconds) / 3600) * 3600;
    return `/v1/tasks/${taskId}/files/${index}?expires=${expires}&signature=${this.#signFile(taskId, index, expires)}`;
  }

  /** Whether the query of a request allows it to read a result. */
  allowsFile(taskId: string, index: number, query: URLSearchParams): boolean {
    const expires = Number(query.get('expires'));
    if (!Number.isSafeInteger(expires) || expires <= this.#clock.nowSeconds()) return false;
    return isSame(query.get('signature') ?? '', this.#signFile(taskId, index, expires));
  }

  /** Where a vendor reports changes of a task; null if it cannot reach the site. */
  callbackOf(taskId: string): string | null {
    const site = this.#siteAddress();
    return /^https:\/\//i.test(site)
      ? `${site}/v1/tasks/${taskId}/callback/${this.#signCallback(taskId)}`
      : null;
  }

  allowsCallback(taskId: string, signature: string): boolean {
    return isSame(signature, this.#signCallback(taskId));
  }

  #signFile(taskId: string, index: number, expires: number): string {
    return this.#secretBox.mac(['task file', taskId, index, expires]);
  }

  #signCallback(taskId: string): string {
    return this.#secretBox.mac(['task callback', taskId]).slice(0, 32);
  }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
