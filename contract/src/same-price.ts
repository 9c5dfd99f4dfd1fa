import type { Price } from './entities/price.ts';

/** Whether two prices charge the same and name the same owner; a lock is not part of that. */
export function isSamePrice(a: Price, b: Price): boolean {
  if (a.type !== b.type || a.channel_type !== b.channel_type || a.input !== b.input) return false;
  // A price per call knows no output.
  if (a.type === 'tokens' && a.output !== b.output) return false;
  const names = new Set([...Object.keys(a.extra_ratios), ...Object.keys(b.extra_ratios)]);
  return [...names].every(
    (name) =>
      a.extra_ratios[name as keyof Price['extra_ratios']] ===
      b.extra_ratios[name as keyof Price['extra_ratios']],
  );
}
