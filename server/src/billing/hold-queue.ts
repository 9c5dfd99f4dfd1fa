import { GatewayError } from '../platform/gateway-error.ts';
import type { Account, Hold, HoldAttempt, Waiter } from './account.ts';

/** Maximum number of calls waiting on one account. Each keeps its request in memory. */
const MAX_WAITING = 1_000;
/** A caller should retry after this long if it was refused because other calls hold the points. */
export const RETRY_AFTER_SECONDS = 1;

/** How long a call waits for the holds of others. */
export interface WaitTerms {
  /** Maximum waiting time in ms; 0 disables waiting. */
  waitMs: number;
  /** Registers a function that ends the waiting when the caller disconnects. */
  onLeave(leave: () => void): void;
}

let arrivals = 0;

/**
 * Waits at an account until the holds of other calls let this call proceed. Calls are served in order of
 * arrival: a small call does not overtake a large one, which might otherwise wait forever.
 * @throws the refusal of the first attempt when the time is up, of the last one when waiting no longer helps
 */
export function waitInQueue(
  first: { blocking: Account; error: GatewayError },
  tryAgain: () => HoldAttempt,
  { waitMs, onLeave }: WaitTerms,
): Promise<Hold> {
  const { blocking, error } = first;
  if (waitMs === 0 || blocking.queue.length >= MAX_WAITING) throw worthAnotherTry(error);
  const { promise, resolve, reject } = Promise.withResolvers<Hold>();
  const timer = setTimeout(() => {
    const { account } = waiter;
    leave(waiter);
    reject(worthAnotherTry(error));
    // A call further back may need less.
    wakeQueue(account);
  }, waitMs);
  arrivals += 1;
  const waiter: Waiter = {
    number: arrivals,
    ...{ tryAgain, account: blocking, timer, resolve, reject },
  };
  blocking.queue.push(waiter);
  onLeave(() => {
    const { account } = waiter;
    if (!leave(waiter)) return;
    reject(new GatewayError('caller.left'));
    // A call further back may need less.
    wakeQueue(account);
  });
  return promise;
}

/** Retries the waiting calls in order after points of this account were released. */
export function wakeQueue(account: Account): void {
  for (;;) {
    const waiter = account.queue[0];
    if (waiter === undefined) return;
    const attempt = waiter.tryAgain();
    if ('hold' in attempt) {
      leave(waiter);
      waiter.resolve(attempt.hold);
      continue;
    }
    if (!attempt.isWorthWaiting) {
      leave(waiter);
      waiter.reject(attempt.error);
      continue;
    }
    if (attempt.blocking === account) return;
    moveTo(waiter, attempt.blocking);
  }
}

/** Only other calls' holds block this call, so the same call can succeed once they end. */
const worthAnotherTry = ({ code, parameters }: GatewayError): GatewayError =>
  new GatewayError(code, { ...parameters, retry_after: RETRY_AFTER_SECONDS });

/** @returns false if the call no longer waits */
function leave(waiter: Waiter): boolean {
  const { queue } = waiter.account;
  const place = queue.indexOf(waiter);
  if (place === -1) return false;
  queue.splice(place, 1);
  clearTimeout(waiter.timer);
  return true;
}

function moveTo(waiter: Waiter, account: Account): void {
  const from = waiter.account.queue;
  from.splice(from.indexOf(waiter), 1);
  waiter.account = account;
  const { queue } = account;
  const place = queue.findIndex(({ number }) => number > waiter.number);
  queue.splice(place === -1 ? queue.length : place, 0, waiter);
}
