import type { Cell, Turn } from './matrix-cell.ts';

/** What a pair cannot carry, and how that shows. */
export interface Limit {
  /** One short line of the page. */
  reason: string;
  /** As the conversion's report names it; null where no request lost anything. */
  reported: string | null;
  /** Makes of turns that carry everything those that this pair shows. */
  change(turns: Turn[]): void;
}

export const limitsOf = (_cell: Cell, _stream: boolean): Limit[] => [];
