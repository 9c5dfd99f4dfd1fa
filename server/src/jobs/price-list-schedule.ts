import type { PriceListSchedule } from '../modules/price/price-schedule.ts';
import type { Log } from '../platform/log.ts';

/** A new schedule, a new day and a clock that is set are noticed within this. */
const LOOK_MS = 60_000;

/** Takes the price list of the schedule when it is due; a day that was missed is made up for after the start. */
export function startPriceListSchedule({
  priceListSchedule,
  log,
  lookMs = LOOK_MS,
}: {
  priceListSchedule: PriceListSchedule;
  log: Log;
  lookMs?: number;
}): { stop(): void } {
  const look = () =>
    priceListSchedule
      .runIfDue()
      // Without the database the next look tries again.
      .catch((error) =>
        log.warn({ error: String(error) }, 'the price list of the schedule was not looked at'),
      );
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      priceListSchedule.stop();
    },
  };
}
