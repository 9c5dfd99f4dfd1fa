import { boundWidth, widthVariable } from './column-width.ts';

interface ColumnDrag {
  /** Where the drag began, on the handle of the column. */
  event: PointerEvent;
  handle: HTMLElement;
  onEnd: (widthPx: number) => void;
}

/**
 * Follows a pointer from a head cell's handle until it is released. The width is kept in the page meanwhile, not in React,
 * so a move renders no row. The other columns stay fixed, so the edge stays under the pointer.
 */
export function dragColumn({ event: start, handle, onEnd }: ColumnDrag): void {
  const head = handle.closest('th');
  const table = handle.closest('table');
  if (head === null || table === null) return;
  const startWidth = head.getBoundingClientRect().width;
  const stop = new AbortController();
  let release: (() => void) | undefined;
  let width = startWidth;

  const isOther = (event: PointerEvent) => event.pointerId !== start.pointerId;
  const move = (event: PointerEvent) => {
    if (isOther(event)) return;
    release ??= holdColumns(table, head);
    width = boundWidth(startWidth + event.clientX - start.clientX);
    setCells(table, head, { width: `${width}px`, minWidth: `${width}px`, maxWidth: `${width}px` });
  };
  const end = (event: PointerEvent) => {
    if (isOther(event)) return;
    stop.abort();
    delete handle.dataset.isHeld;
    release?.();
    if (event.type === 'pointerup' && width !== startWidth) onEnd(width);
  };
  handle.dataset.isHeld = '';
  const { signal } = stop;
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
}

type CellStyle = Record<'width' | 'minWidth' | 'maxWidth', string>;

/** On the cells themselves: a variable of the table that changes with every move costs ten times as much. */
function setCells(table: HTMLTableElement, head: HTMLElement, style: CellStyle): void {
  const place = [...(head.parentElement?.children ?? [])].indexOf(head) + 1;
  for (const cell of table.querySelectorAll<HTMLElement>(`tr > :nth-child(${place})`)) {
    Object.assign(cell.style, style);
  }
}

/** Gives every column the width that it has now. @returns takes it back, also what was done to the cells of one */
function holdColumns(table: HTMLTableElement, dragged: HTMLElement): () => void {
  const before = table.style.cssText;
  const { isTight } = table.dataset;
  const { width, minWidth, maxWidth } = dragged.style;
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')];
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  for (const [place, head] of heads.entries()) {
    table.style.setProperty(widthVariable(head.dataset.column ?? ''), `${widths[place]}px`);
  }
  // The rest of the width goes to the column of actions; without one the table may be narrower than its place.
  if (table.querySelector('th[data-stick="last"]') === null) table.dataset.isTight = '';
  return () => {
    table.style.cssText = before;
    if (isTight === undefined) delete table.dataset.isTight;
    setCells(table, dragged, { width, minWidth, maxWidth });
  };
}
