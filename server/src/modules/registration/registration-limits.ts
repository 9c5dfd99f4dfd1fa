import type { Clock } from '../../platform/clock.ts';
import { clientNetwork } from '../../platform/net/client-network.ts';
import { AttemptLimiter } from '../attempt-limiter.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Registrations and new passwords from one network, also those that fail. */
const networkLimit = { free: 10, longestWaitMs: 60 * MINUTE_MS, forgetAfterMs: HOUR_MS };
/** Mails that one network asks for. */
const askerLimit = { free: 10, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: HOUR_MS };
/** Mails to one address. */
const addressLimit = { free: 3, longestWaitMs: HOUR_MS, forgetAfterMs: 6 * HOUR_MS };

/** Slows down people who open many accounts, and those who have a stranger flooded with mail. */
export class RegistrationLimits {
  readonly #byNetwork: AttemptLimiter;
  readonly #byAsker: AttemptLimiter;
  readonly #byAddress: AttemptLimiter;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#byNetwork = new AttemptLimiter({ clock, ...networkLimit });
    this.#byAsker = new AttemptLimiter({ clock, ...askerLimit });
    this.#byAddress = new AttemptLimiter({ clock, ...addressLimit });
  }

  /** @throws session.too_many_attempts */
  startAttempt(ip: string): void {
    this.#byNetwork.start(clientNetwork(ip));
  }

  /** @throws session.too_many_attempts, the same for an address that has an account */
  startMail(ip: string, email: string): void {
    this.#byAsker.start(clientNetwork(ip));
    this.#byAddress.start(email);
  }
}
