import type { PlannedPrices } from '../modules/price/planned-prices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Job } from './job.ts';

/**
 * Puts planned prices in use at their second. Each process looks, because it costs no query while nothing is due. A new
 * plan, and a clock that is set, are noticed within a second.
 */
export const plannedPriceJob = ({
  plannedPrices,
  clock,
}: {
  plannedPrices: PlannedPrices;
  clock: Pick<Clock, 'nowMs'>;
}): Job => ({
  name: 'planned-prices',
  schedule: { everySeconds: 1 },
  isPerProcess: true,
  maxRunSeconds: 60,
  async run() {
    const dueMs = () => (plannedPrices.nextAt ?? Number.POSITIVE_INFINITY) * 1000;
    if (dueMs() <= clock.nowMs()) await plannedPrices.putDueInUse();
    return { againAtMs: dueMs() };
  },
});
