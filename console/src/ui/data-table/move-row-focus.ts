import type { KeyboardEvent } from 'react';

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled])';

/**
 * Arrow keys move between rows, keeping the place inside the row: from a name to the next name, from a menu to
 * the next menu. Home and End go to the first and last row.
 */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  if (
    !['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return;
  const current = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
  if (current === null) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const place = [...current.querySelectorAll(FOCUSABLE)].indexOf(event.target as HTMLElement);
  const index = rows.indexOf(current);
  const wanted =
    { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key] ?? index;
  const targets = rows[wanted]?.querySelectorAll<HTMLElement>(FOCUSABLE);
  const target = targets?.[Math.min(Math.max(place, 0), targets.length - 1)];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
