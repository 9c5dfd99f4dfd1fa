import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RowWindowHook } from './row-window.ts';
import { type RowsProps, TableRows } from './table-rows.tsx';

/** Which rows of a long list are drawn. */
const useRowWindow: RowWindowHook = ({ rowCount, rowHeight, scroller, keptRow }) => {
  const virtualizer = useVirtualizer({
    count: rowCount,
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
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  return {
    isWindowed: true,
    indexes,
    gapAfter: (index) => {
      const next = indexes.find((one) => one > index) ?? rowCount;
      return (next - index - 1) * rowHeight;
    },
    reveal: (index) => virtualizer.scrollToIndex(Math.max(0, index)),
  };
};

/** `TableRows` for thousands of rows; its code is loaded with the first such list. */
export default function WindowedRows(props: RowsProps<never>) {
  return <TableRows {...props} useWindow={useRowWindow} />;
}
