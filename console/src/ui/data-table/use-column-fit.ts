import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { columnsWithoutRoom, editedColumns, measureColumns } from './column-fit.ts';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import { noteEdges } from './sticky-cell.ts';
import type { TableView } from './use-table-view.ts';

interface ColumnFitOptions<Row> {
  frame: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  table: RefObject<HTMLTableElement | null>;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  view: TableView;
}

/** Lets columns leave where the table is wider than its place, and shows at its edges what cannot. */
export function useColumnFit<Row>({ columns, rows, view, ...elements }: ColumnFitOptions<Row>): void {
  const { frame, scroller, table } = elements;
  const neededPx = useRef(new Map<string, number>());
  const fit = () => {
    if (scroller.current === null || table.current === null) return;
    for (const [id, px] of measureColumns(table.current)) neededPx.current.set(id, px);
    const inOrder = view.order
      .map((id) => columns.find((column) => columnId(column) === id))
      .filter((column) => column !== undefined)
      .filter((column) => !column.isHeaderHidden && !view.hidden.includes(columnId(column)));
    const restPx = neededPx.current.get('') ?? 0;
    const roomPx = scroller.current.clientWidth - restPx;
    const wanted = [...view.wanted, ...editedColumns(table.current)];
    view.setWithoutRoom(columnsWithoutRoom({ columns: inOrder, neededPx: neededPx.current, roomPx, wanted }));
    if (frame.current) noteEdges(frame.current, scroller.current);
  };
  const latest = useRef(fit);
  latest.current = fit;

  // Other columns may be other words of another language: what they need is measured again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are the reason, not an input
  useLayoutEffect(() => neededPx.current.clear(), [columns]);
  // Before anybody sees the new rows; `fit` is of this drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the table's width follows from
  useLayoutEffect(() => latest.current(), [columns, rows, view.key]);
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    if (scroller.current) observer.observe(scroller.current);
    if (table.current) observer.observe(table.current);
    return () => observer.disconnect();
  }, [scroller, table]);
  // Cards on phones have room for all of them.
  const { setWithoutRoom } = view;
  useEffect(() => () => setWithoutRoom([]), [setWithoutRoom]);
}
