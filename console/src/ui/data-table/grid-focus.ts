import type { KeyboardEvent } from 'react';

const CONTROL = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea';
const HANDLE = '[role="separator"]';
const PAGE_ROWS = 10;

/** Where the focus is: row by its `data-index` (-1 is the head), cell, and the control inside the cell. */
interface GridPlace {
  row: number;
  cell: number;
  control: number;
}

interface GridActions {
  rowCount: number;
  /** Brings a row that is not drawn into sight. */
  reveal: (row: number) => void;
  onOpen: (row: number) => void;
  onSelect: (row: number) => void;
}

/**
 * Keyboard of an ARIA grid. One stop for Tab; arrows go from cell to cell, through the controls of a cell that
 * has some; Home and End go to the ends of a row, with Ctrl of the grid; Page keys ten rows on. Enter opens a row,
 * Space selects it. It works on the elements themselves, because the user of the table draws the cells.
 */
export class GridFocus {
  #grid: HTMLElement | null = null;
  #place: GridPlace = { row: 0, cell: 0, control: 0 };
  #wanted: GridPlace | null = null;
  /** The one element that Tab reaches. */
  #stop: HTMLElement | null = null;
  actions: GridActions = { rowCount: 0, reveal: () => {}, onOpen: () => {}, onSelect: () => {} };

  /** Row that holds the place, to be kept drawn. */
  get row(): number {
    return this.#place.row;
  }

  /** @returns what ends it */
  attach(grid: HTMLElement): () => void {
    this.#grid = grid;
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      this.#settle(added.flatMap((node) => (node instanceof HTMLElement ? cellsAround(node) : [])));
      this.#goOn();
    });
    observer.observe(grid, { childList: true, subtree: true });
    this.#settle(grid.querySelectorAll('td, th'));
    return () => observer.disconnect();
  }

  /** Goes to a row that was waited for; scrolling that was still under way may have kept it out of sight. */
  #goOn(): void {
    if (this.#wanted === null) return;
    const { row } = this.#wanted;
    if (row >= this.actions.rowCount || this.#focus(this.#wanted)) this.#wanted = null;
    else this.actions.reveal(row);
  }

  /** Leaves one stop for Tab in the whole grid; only these cells are new. */
  #settle(cells: Iterable<HTMLElement>): void {
    const current = this.#find(this.#place) ?? this.#find({ row: 0, cell: 0, control: 0 });
    for (const cell of cells) {
      for (const stop of stopsOf(cell)) setTabIndex(stop, -1);
    }
    if (this.#stop !== null && this.#stop !== current) setTabIndex(this.#stop, -1);
    this.#stop = current ?? null;
    if (current !== undefined) setTabIndex(current, 0);
  }

  onFocus = (target: EventTarget): void => {
    const place = this.#placeOf(target as HTMLElement);
    if (place === undefined) return;
    this.#place = place;
    this.#settle([]);
  };

  onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || event.altKey || event.metaKey) return;
    if (target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')) return;
    const place = this.#placeOf(target);
    if (place === undefined) return;
    const isDone = this.#act(event, target, place);
    const next = isDone ? undefined : this.#next(event, place);
    if (isDone || next !== undefined) event.preventDefault();
    if (next === undefined) return;
    if (this.#focus(next)) return;
    this.#wanted = next;
    this.actions.reveal(next.row);
  };

  #act(event: KeyboardEvent, target: HTMLElement, { row }: GridPlace): boolean {
    if (row < 0) return false;
    const isCell = target.matches('td');
    if (event.key === 'Enter' && isCell) {
      this.actions.onOpen(row);
      return true;
    }
    if (event.key === ' ' && (isCell || target.matches('a'))) {
      this.actions.onSelect(row);
      return true;
    }
    return false;
  }

  #next(event: KeyboardEvent, place: GridPlace): GridPlace | undefined {
    const last = this.actions.rowCount - 1;
    const inRow = (row: number) => ({ ...place, row: Math.min(Math.max(row, -1), last) });
    switch (event.key) {
      case 'ArrowDown':
        return inRow(place.row + 1);
      case 'ArrowUp':
        return inRow(place.row - 1);
      case 'PageDown':
        return inRow(place.row + PAGE_ROWS);
      case 'PageUp':
        return inRow(Math.max(place.row - PAGE_ROWS, Math.min(place.row, 0)));
      case 'ArrowRight':
        return this.#beside(place, 1);
      case 'ArrowLeft':
        return this.#beside(place, -1);
      case 'Home':
        return { row: event.ctrlKey ? 0 : place.row, cell: 0, control: 0 };
      case 'End':
        return { row: event.ctrlKey ? last : place.row, cell: Number.MAX_SAFE_INTEGER, control: 99 };
      default:
        return undefined;
    }
  }

  #beside(place: GridPlace, by: 1 | -1): GridPlace | undefined {
    const cells = this.#cellsOf(place.row);
    const stops = stopsOf(cells[place.cell]);
    const control = place.control + by;
    if (control >= 0 && control < stops.length) return { ...place, control };
    const cell = place.cell + by;
    if (cell < 0 || cell >= cells.length) return undefined;
    return { row: place.row, cell, control: by === 1 ? 0 : 99 };
  }

  #cellsOf(row: number): HTMLElement[] {
    const found = this.#grid?.querySelector(`tr[data-index="${row}"]`);
    return [...(found?.querySelectorAll<HTMLElement>('td, th') ?? [])];
  }

  #find({ row, cell, control }: GridPlace): HTMLElement | undefined {
    const cells = this.#cellsOf(row);
    const stops = stopsOf(cells[Math.min(cell, cells.length - 1)]);
    return stops[Math.min(control, stops.length - 1)];
  }

  #focus(place: GridPlace): boolean {
    const target = this.#find(place);
    target?.focus();
    return target !== undefined;
  }

  #placeOf(target: HTMLElement): GridPlace | undefined {
    const cell = target.closest<HTMLElement>('td, th');
    const row = Number(target.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? Number.NaN);
    if (cell === null || Number.isNaN(row)) return undefined;
    const control = Math.max(0, stopsOf(cell).indexOf(target));
    return { row, cell: this.#cellsOf(row).indexOf(cell), control };
  }
}

/** Focusable elements of a cell: its controls, or the cell itself without any; then its handle. */
function stopsOf(cell: HTMLElement | undefined): HTMLElement[] {
  if (cell === undefined) return [];
  const controls = [...cell.querySelectorAll<HTMLElement>(CONTROL)];
  // A head's handle comes after what the head itself is.
  const handles = cell.querySelectorAll<HTMLElement>(HANDLE);
  return [...(controls.length > 0 ? controls : [cell]), ...handles];
}

/** The cell that an element lies in, else those that lie in it. */
function cellsAround(element: HTMLElement): HTMLElement[] {
  const cell = element.closest<HTMLElement>('td, th');
  return cell === null ? [...element.querySelectorAll<HTMLElement>('td, th')] : [cell];
}

function setTabIndex(element: HTMLElement, value: 0 | -1): void {
  if (element.getAttribute('tabindex') !== String(value)) element.setAttribute('tabindex', String(value));
}
