/** A `ref` of a note that appears at the end of a long form, below the part that is in sight. */
export function bringIntoView(note: Element | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}
