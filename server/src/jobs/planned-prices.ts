import type { PlannedPrices } from '../modules/price/planned-prices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** A clock that is set, and a new plan, are noticed within this. */
const LOOK_MS = 1000;

/** Puts planned prices in use at their second; what became due while nothing ran, at once. */
export function startPlannedPrices({
  plannedPrices,
  clock,
  log,
}: {
  plannedPrices: PlannedPrices;
  clock: Pick<Clock, 'nowMs'>;
  log: Log;
}): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const msLeft = () =>
    plannedPrices.nextAt === null ? Number.POSITIVE_INFINITY : plannedPrices.nextAt * 1000 - clock.nowMs();
  const look = async () => {
    try {
      if (msLeft() <= 0) await plannedPrices.putDueInUse();
    } catch (error) {
      // The next look tries again.
      if (!isStopped) log.warn({ error: String(error) }, 'a planned price could not be put in use');
    }
    if (isStopped) return;
    // One that failed is due still.
    const left = msLeft();
    timer = setTimeout(() => void look(), left > 0 ? Math.min(left, LOOK_MS) : LOOK_MS);
    timer.unref();
  };
  void look();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
