import { useCallback, useState } from 'react';
import { useStored } from '../page/use-stored.ts';
import { boundWidth, type ColumnWidths, formatWidths, parseWidths } from './column-width.ts';
import { columnId, type DataTableColumn, isMovable } from './data-table-column.ts';

/** Height of a row in px. */
export const densities = { compact: 32, normal: 40, comfortable: 52 } as const;
export type Density = keyof typeof densities;

export interface TableView {
  density: Density;
  setDensity: (density: Density) => void;
  /** By column id; absent means shown. */
  visibility: Record<string, boolean>;
  /** Ids of columns that the reader, or the list itself, leaves out. */
  hidden: readonly string[];
  /** Ids of columns that the reader asked for: they are shown where there is no room as well. */
  wanted: readonly string[];
  /** Ids of columns that were left out because the list is too narrow. */
  withoutRoom: readonly string[];
  setWithoutRoom: (ids: readonly string[]) => void;
  /** Another text whenever other columns are shown, in another order or width. */
  key: string;
  toggleColumn: (id: string) => void;
  /** Ids of all columns, as the reader ordered them: the name first, actions last. */
  order: string[];
  /** @param by -1: towards the name, 1: away from it */
  moveColumn: (id: string, by: -1 | 1) => void;
  /** Px by column id; absent means as wide as the content needs. */
  widths: ColumnWidths;
  /** @param width px; undefined makes it follow the content again */
  setWidth: (id: string, width: number | undefined) => void;
  reset: () => void;
}

const splitIds = (text: string): string[] => text.split(',').filter((id) => id !== '');

/** How a reader wants a table: density, columns shown, their order and widths, kept for each table. */
export function useTableView<Row>(name: string, columns: readonly DataTableColumn<Row>[]): TableView {
  const [density, setDensity] = useStored(`tableDensity:${name}`, 'normal');
  const initiallyHidden = columns.filter((column) => column.isHiddenAtFirst).map(columnId);
  const [hiddenText, setHidden] = useStored(`tableHidden:${name}`, initiallyHidden.join(','));
  const [wantedText, setWanted] = useStored(`tableWanted:${name}`, '');
  const [withoutRoomText, setWithoutRoomText] = useState('');
  const setWithoutRoom = useCallback((ids: readonly string[]) => setWithoutRoomText(ids.join(',')), []);
  const [orderText, setOrder] = useStored(`tableOrder:${name}`, '');
  const [widthText, setWidths] = useStored(`tableWidths:${name}`, '');
  const widths = parseWidths(widthText);
  const hidden = splitIds(hiddenText);
  const wanted = splitIds(wantedText);
  const withoutRoom = splitIds(withoutRoomText);
  const visibility = Object.fromEntries([...hidden, ...withoutRoom].map((id) => [id, false]));
  const order = orderColumns(columns, splitIds(orderText));
  return {
    density: density in densities ? (density as Density) : 'normal',
    setDensity,
    visibility,
    hidden,
    wanted,
    withoutRoom,
    setWithoutRoom,
    key: [hiddenText, wantedText, withoutRoomText, orderText, widthText, density].join(';'),
    toggleColumn: (id) => {
      const isShown = visibility[id] !== false;
      const others = (ids: readonly string[]) => ids.filter((one) => one !== id);
      setHidden([...others(hidden), ...(isShown ? [id] : [])].join(','));
      setWanted([...others(wanted), ...(isShown ? [] : [id])].join(','));
    },
    order,
    moveColumn: (id, by) => {
      const movable = columns.filter((column, index) => isMovable(column, index)).map(columnId);
      const next = order.filter((one) => movable.includes(one));
      const place = next.indexOf(id);
      next.splice(place, 1);
      next.splice(Math.max(0, place + by), 0, id);
      setOrder(next.join(','));
    },
    widths,
    setWidth: (id, width) => {
      const { [id]: _before, ...others } = widths;
      setWidths(formatWidths(width === undefined ? others : { ...others, [id]: boundWidth(width) }));
    },
    reset: () => {
      setDensity('normal');
      setHidden(initiallyHidden.join(','));
      setWanted('');
      setOrder('');
      setWidths('');
    },
  };
}

/** Columns that did not exist when the reader ordered the others keep their place among their neighbours. */
function orderColumns<Row>(columns: readonly DataTableColumn<Row>[], wanted: readonly string[]): string[] {
  const ids = columns.map(columnId);
  const known = wanted.filter((id) => ids.includes(id));
  const queue = [...known];
  return columns.map((column, index) => {
    const id = columnId(column);
    return isMovable(column, index) && known.includes(id) ? (queue.shift() ?? id) : id;
  });
}
