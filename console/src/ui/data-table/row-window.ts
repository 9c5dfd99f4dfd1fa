import type { RefObject } from 'react';

/** From this many rows on, only those in sight are drawn. */
export const WINDOWED_ROWS = 150;

export interface RowWindowOptions {
  rowCount: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Stays drawn, so that the focus is not lost when it is scrolled away. */
  keptRow: number;
}

export interface RowWindow {
  /** The table scrolls in itself. */
  isWindowed: boolean;
  /** Rows to draw, in order. */
  indexes: readonly number[];
  /** Height of the space after a row until the next drawn one, in px; -1 is before the first. */
  gapAfter: (index: number) => number;
  reveal: (index: number) => void;
}

/** Decides which rows are drawn; one table keeps to one of them. */
export type RowWindowHook = (options: RowWindowOptions) => RowWindow;

/** A list of ordinary length: every row is. */
export const useEveryRow: RowWindowHook = ({ rowCount }) => ({
  isWindowed: false,
  indexes: Array.from({ length: rowCount }, (_, index) => index),
  gapAfter: () => 0,
  reveal: () => {},
});
