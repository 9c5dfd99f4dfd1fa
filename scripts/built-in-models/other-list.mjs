import { ranges } from './litellm-row.mjs';

/** Two lists agree on figures that differ by less. */
const TOLERANCE = 0.01;
const PER_MILLION = 1e6;

/**
 * The price of a model in a snapshot of model-prices, as of a day.
 * @returns {object | undefined} US dollars per million tokens, undefined where the list has no price
 */
export function otherPrice(snapshot, vendor, model, day) {
  const periods = snapshot.prices[vendor]?.[model]?.standard ?? [];
  const period = periods.findLast(({ start }) => start === null || start.slice(0, 10) <= day);
  return period?.rates ?? undefined;
}

/**
 * @param {object} listed row of LiteLLM's list
 * @param {object} other what `otherPrice` gave
 * @returns {string[]} names of the figures that both have and that differ
 */
export function differences(listed, other) {
  const [base, ...longer] = ranges(listed);
  const pairs = [
    ['input', base.input, other.input],
    ['output', base.output, other.output],
    ['cache_read', base.cacheRead, other.cache_read],
    ['cache_write', base.cacheWrite, other.cache_write],
  ];
  const tiers = other.tiers ?? [];
  // A list that says nothing of long inputs does not say that they cost the same.
  for (const range of longer) {
    const tier = tiers.find(({ above }) => above === range.above);
    if (tiers.length > 0 && tier === undefined) return ['long inputs'];
    pairs.push(['long input', range.input, tier?.input], ['long output', range.output, tier?.output]);
  }
  if (longer.length === 0 && tiers.length > 0) return ['long inputs'];
  return pairs.filter(([, ours, theirs]) => isOff((ours ?? 0) * PER_MILLION, theirs)).map(([name]) => name);
}

const isOff = (ours, theirs) =>
  theirs !== undefined && ours > 0 && Math.abs(ours - theirs) > TOLERANCE * Math.max(ours, theirs);
