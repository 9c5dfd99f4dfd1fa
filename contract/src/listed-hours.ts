import { modelOwners } from './catalogues/model-owners.ts';
import type { Price } from './entities/price.ts';

/**
 * Vendors that bill by the hour. A list without hours may have only one of their rates.
 * Source: DeepSeek API docs, "Models & Pricing": twice the price from 01:00 to 04:00 and from 06:00 to 10:00 UTC on
 * workdays, from 2026-08-17 on.
 */
const vendorsWithHours: ReadonlySet<number> = new Set(
  modelOwners.filter(({ name }) => name === 'DeepSeek').map(({ id }) => id),
);

/** A listed price with the hours that the price in use has: a list without hours says nothing about them. */
export const withKeptHours = (listed: Price, current: Price | undefined): Price =>
  listed.hours === undefined && current?.hours !== undefined ? { ...listed, hours: current.hours } : listed;

/** Whether a list leaves out the hours of a price whose vendor is known to have them. */
export const lacksHours = ({ channel_type, hours }: Price): boolean =>
  hours === undefined && vendorsWithHours.has(channel_type);
