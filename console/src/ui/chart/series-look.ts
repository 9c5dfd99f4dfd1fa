import { useMemo } from 'react';
import { chartColours } from '../../theme/chart-colours.ts';

export const chartPatterns = ['plain', 'diagonal', 'dots', 'rows'] as const;
export type ChartPattern = (typeof chartPatterns)[number];

const SLOTS = chartColours.light.length;
export const REST_SLOT = SLOTS;
/** Patterns of the slots: neighbours differ in more than their colour. */
const slotPatterns = [0, 1, 0, 2, 0, 3, 1, 2];

export interface SeriesLook {
  /** Number of the colour; `REST_SLOT` is everything else. */
  slot: number;
  pattern: ChartPattern;
}

function hashOf(name: string): number {
  let hash = 2166136261;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}

/**
 * The colours of names that are shown together. A name has the colour that follows from it. If several names have the
 * same one, the first by alphabet keeps it and the others get free colours. Every reader sees the same.
 */
function slotsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const sorted = [...new Set(names)].filter((name) => name !== '').sort((a, b) => (a < b ? -1 : 1));
  const slots = new Map<string, number>();
  const taken = new Set<number>();
  const take = (name: string, slot: number) => {
    slots.set(name, slot);
    taken.add(slot);
  };
  for (const name of sorted) {
    const own = hashOf(name) % SLOTS;
    if (!taken.has(own)) take(name, own);
  }
  for (const name of sorted) {
    if (slots.has(name)) continue;
    const own = hashOf(name) % SLOTS;
    const order = chartColours.light.map((_, step) => (own + step) % SLOTS);
    take(name, order.find((slot) => !taken.has(slot)) ?? own);
  }
  return slots;
}

/** Looks in one chart: where two have the same colour, their patterns differ. */
export function looksOf(names: readonly string[]): SeriesLook[] {
  const slots = slotsOf(names);
  const taken = new Map<number, number>();
  return names.map((name) => {
    if (name === '') return { slot: REST_SLOT, pattern: 'plain' };
    const slot = slots.get(name) ?? REST_SLOT;
    const earlier = taken.get(slot) ?? 0;
    taken.set(slot, earlier + 1);
    const place = ((slotPatterns[slot] ?? 0) + earlier) % chartPatterns.length;
    return { slot, pattern: chartPatterns[place] ?? 'plain' };
  });
}

/** The looks of series by name. */
export const useSeriesLooks = (names: readonly string[]): SeriesLook[] =>
  useMemo(() => looksOf(names), [names]);
