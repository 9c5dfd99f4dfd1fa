import type { PriceListSchedule } from '../modules/price/price-schedule.ts';
import type { Job } from './job.ts';

/** Takes the price list of the schedule when it is due. A new schedule is noticed within a minute. */
export const priceListJob = (priceListSchedule: PriceListSchedule): Job => ({
  name: 'price-list',
  schedule: { everySeconds: 60 },
  maxRunSeconds: 600,
  run: async ({ signal }) => void (await priceListSchedule.runIfDue(signal)),
});
