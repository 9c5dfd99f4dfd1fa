import { GatewayError } from '../platform/gateway-error.ts';
import type { Account, Hold, HoldAttempt, Waiter } from './account.ts';

/** Calls that may wait on one account: each keeps its request in memory. */
const MAX_WAITING = 1_000;
/** A caller who is sent away because others hold the points should ask again after this long. */
export const RETRY_AFTER_SECONDS = 1;

/** A call waits longer while others end, but not longer than this many times. */
const MAX_WAITS = 12;

/** How long a call waits for the holds of others. */
export interface WaitTerms {
  /** Without one of the holds in its way ending; 0: not at all. */
  waitMs: number;
  /** Told a way to end the waiting; used when the caller leaves. */
  onLeave(leave: () => void): void;
}

let arrivals = 0;

/**
 * Waits at an account until the holds of other calls let this one through. Who came first is served first: a small call
 * does not pass a large one that waits, which would otherwise never find room.
 * @throws the refusal of the last try, when the time is up or waiting does not help any more
 */
export function waitInQueue(
  first: { blocking: Account; error: GatewayError },
  tryAgain: () => HoldAttempt,
  { waitMs, onLeave }: WaitTerms,
): Promise<Hold> {
  const { blocking, error } = first;
  if (waitMs === 0 || blocking.queue.length >= MAX_WAITING) throw worthAnotherTry(error);
  const { promise, resolve, reject } = Promise.withResolvers<Hold>();
  const lastMs = performance.now() + MAX_WAITS * waitMs;
  const timeUp = (): void => {
    const { account } = waiter;
    const nowMs = performance.now();
    const untilMs = Math.min(account.lastEndMs + waitMs, lastMs);
    if (untilMs > nowMs) {
      waiter.timer = setTimeout(timeUp, Math.ceil(untilMs - nowMs));
      return;
    }
    leave(waiter);
    // Nothing has ended for so long that it takes nothing from those before it.
    const attempt = tryAgain();
    if ('hold' in attempt) resolve(attempt.hold);
    else reject(attempt.isWorthWaiting ? worthAnotherTry(attempt.error) : attempt.error);
    wakeQueue(account);
  };
  const timer = setTimeout(timeUp, waitMs);
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
    // Somebody behind it may need less.
    wakeQueue(account);
  });
  return promise;
}

/** Something was let go on this account: whoever waits for it tries again, the first one first. */
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

/** Where only the holds of other calls stand in the way, the same call can be paid for as soon as they end. */
const worthAnotherTry = ({ code, parameters }: GatewayError): GatewayError =>
  new GatewayError(code, { ...parameters, retry_after: RETRY_AFTER_SECONDS });

/** @returns false where it does not wait any more */
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
