export type PaletteKind = 'recent' | 'screen' | 'action' | 'user' | 'channel' | 'token' | 'model';

export interface PaletteEntry {
  /** Unlike any other in the list. */
  key: string;
  kind: PaletteKind;
  label: string;
  /** Grey note next to the label, which distinguishes equal names. */
  note?: string;
  /** Words that find it next to its label. */
  alias?: string;
  /** Where it leads; an action runs instead. */
  to?: string;
  run?: () => void;
}

/** Whether every word of the query is in the label or the aliases. */
export function isFound({ label, note = '', alias = '' }: PaletteEntry, query: string): boolean {
  const text = `${label} ${note} ${alias}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
