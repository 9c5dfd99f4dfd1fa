import { useMemo } from 'react';
import { useStored } from '../use-stored.ts';

/** Distinguishable for readers with colour blindness; the checks are in `series-look.test.ts`. */
export const chartColours = {
  light: ['#0A6EBD', '#DB7610', '#0B8F6D', '#B8478C', '#40309B', '#3399C4', '#7A6200', '#A3262B'],
  dark: ['#4DA3E8', '#F2A154', '#2FB890', '#E58AC0', '#7558E8', '#9ADCF5', '#F3EBB4', '#E8635C'],
} as const;
/** Everything else together, which has no name and so no colour. */
export const restColours = { light: '#8A94A6', dark: '#6B7280' } as const;

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

/** Names remembered; more would only grow the browser's store. */
const REMEMBERED = 400;
type Remembered = Record<string, number>;

function hashOf(name: string): number {
  let hash = 2166136261;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}

/**
 * Gives new names their colours: the one that follows from the name, or the next that fewer others have. A name
 * keeps its colour, on every page and in every chart.
 */
export function rememberSlots(names: readonly string[], known: Remembered): Remembered {
  const uses = new Array<number>(SLOTS).fill(0);
  for (const slot of Object.values(known)) uses[slot] = (uses[slot] ?? 0) + 1;
  const next = { ...known };
  for (const name of names) {
    if (name === '' || next[name] !== undefined) continue;
    const first = hashOf(name) % SLOTS;
    const least = Math.min(...uses);
    const order = uses.map((_, step) => (first + step) % SLOTS);
    const slot = order.find((one) => uses[one] === least) ?? first;
    uses[slot] = least + 1;
    next[name] = slot;
  }
  return next;
}

/** Looks in one chart: where two have the same colour, their patterns differ. */
export function looksOf(names: readonly string[], slots: Remembered): SeriesLook[] {
  const taken = new Map<number, number>();
  return names.map((name) => {
    if (name === '') return { slot: REST_SLOT, pattern: 'plain' };
    const slot = slots[name] ?? hashOf(name) % SLOTS;
    const earlier = taken.get(slot) ?? 0;
    taken.set(slot, earlier + 1);
    const place = ((slotPatterns[slot] ?? 0) + earlier) % chartPatterns.length;
    return { slot, pattern: chartPatterns[place] ?? 'plain' };
  });
}

function readSlots(text: string): Remembered {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object') return {};
    const slots = Object.entries(value).filter(
      ([, slot]) => Number.isInteger(slot) && slot >= 0 && slot < SLOTS,
    );
    return slots.length > REMEMBERED ? {} : Object.fromEntries(slots);
  } catch {
    return {};
  }
}

/** The looks of series by name, the same wherever this reader meets the name. */
export function useSeriesLooks(names: readonly string[]): SeriesLook[] {
  const [stored, setStored] = useStored('chart_colours', '{}');
  return useMemo(() => {
    const known = readSlots(stored);
    const slots = rememberSlots(names, known);
    const text = JSON.stringify(slots);
    // Written after this drawing: another chart of the same page reads it in its next one.
    if (Object.keys(slots).length > Object.keys(known).length) queueMicrotask(() => setStored(text));
    return looksOf(names, slots);
  }, [names, stored, setStored]);
}
