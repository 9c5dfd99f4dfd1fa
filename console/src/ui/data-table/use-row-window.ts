import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** From this many rows on, only those in sight are drawn, and the table scrolls in itself. */
export const WINDOWED_ROWS = 150;

interface RowWindowOptions {
  rowCount: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Stays drawn, so that the focus is not lost when it is scrolled away. */
  keptRow: number;
}

interface RowWindow {
  isWindowed: boolean;
  /** Rows to draw, in order. */
  indexes: readonly number[];
  /** Height of the space after a row until the next drawn one, in px; -1 is before the first. */
  gapAfter: (index: number) => number;
  reveal: (index: number) => void;
}

/** Which rows of a long list are drawn. */
export function useRowWindow({ rowCount, rowHeight, scroller, keptRow }: RowWindowOptions): RowWindow {
  const isWindowed = rowCount > WINDOWED_ROWS;
  const virtualizer = useVirtualizer({
    count: rowCount,
    enabled: isWindowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    useFlushSync: false,
    // Until the page is measured, what a screen can show at most.
    initialRect: { width: 1440, height: 900 },
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (keptRow < 0 || keptRow >= rowCount || indexes.includes(keptRow)) return indexes;
      return [...indexes, keptRow].sort((a, b) => a - b);
    },
  });
  const indexes = isWindowed
    ? virtualizer.getVirtualItems().map(({ index }) => index)
    : Array.from({ length: rowCount }, (_, index) => index);
  return {
    isWindowed,
    indexes,
    gapAfter: (index) => {
      const next = indexes.find((one) => one > index) ?? rowCount;
      return (next - index - 1) * rowHeight;
    },
    reveal: (index) => {
      if (isWindowed) virtualizer.scrollToIndex(Math.max(0, index));
    },
  };
}
