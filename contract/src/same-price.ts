import { serviceTier } from './catalogues/units.ts';
import type { Price, PriceStep, UnitPrice } from './entities/price.ts';

/** Whether two prices charge the same and name the same owner; a lock is not part of that. */
export function isSamePrice(a: Price, b: Price): boolean {
  if (a.type !== b.type || a.channel_type !== b.channel_type || a.input !== b.input) return false;
  // A price per call knows no output.
  if (a.type === 'tokens' && a.output !== b.output) return false;
  if (!isSameList(a.units, b.units, unitKey) || !isSameList(a.steps, b.steps, stepKey)) return false;
  if (serviceTier.some((tier) => a.tiers[tier] !== b.tiers[tier])) return false;
  if (!isSameHours(a.hours, b.hours)) return false;
  const names = new Set([...Object.keys(a.extra_ratios), ...Object.keys(b.extra_ratios)]);
  return [...names].every(
    (name) =>
      a.extra_ratios[name as keyof Price['extra_ratios']] ===
      b.extra_ratios[name as keyof Price['extra_ratios']],
  );
}

/** The order of rules counts: the first one that matches does. */
const isSameHours = (a: Price['hours'], b: Price['hours']): boolean => hoursText(a) === hoursText(b);

export const hoursText = (hours: Price['hours']): string =>
  hours === undefined
    ? ''
    : JSON.stringify([
        hours.time_zone,
        hours.holidays.toSorted(),
        hours.rules.map((rule) => [
          ...[rule.days.toSorted((a, b) => a - b), rule.from, rule.to],
          ...[rule.on_holidays, rule.ratio],
        ]),
      ]);

const unitKey = ({ kind, variant, price }: UnitPrice): string => `${kind} ${price} ${variant}`;
const stepKey = ({ above, input, output }: PriceStep): string => `${above} ${input} ${output}`;

/** Their order says nothing. */
function isSameList<Item>(a: readonly Item[], b: readonly Item[], keyOf: (item: Item) => string): boolean {
  const keys = new Set(a.map(keyOf));
  return a.length === b.length && b.every((item) => keys.has(keyOf(item)));
}
