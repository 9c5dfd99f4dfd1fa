import { useCallback, useMemo, useRef, useState } from 'react';

type RowKey = string | number;

/** Something that can be done to every selected row. */
export interface BulkAction<Row> {
  /** The verb. */
  label: string;
  /** Done before the selection is given up; a failure, or the answer `false`, keeps it. */
  onRun: (rows: Row[]) => unknown;
  /** Left out of the bar where it is of no use for the selected rows. */
  isFor?: (rows: Row[]) => boolean;
  /** Asked first; the title names the effect. */
  confirm?: (rows: Row[]) => { title: string; hint: string };
  isDestructive?: boolean;
}

/** Selection of a table's rows. */
export interface TableSelection<Row> {
  /** Read aloud with the row's box. */
  nameOf: (row: Row) => string;
  /** Rows that nothing can be done to have no box. */
  canSelect?: (row: Row) => boolean;
  actions: readonly BulkAction<Row>[];
}

export interface RowSelection<Row> {
  /** Selected rows that are in sight; what a filter or page took away is not among them. */
  chosen: Row[];
  keys: ReadonlySet<RowKey>;
  pageState: 'none' | 'some' | 'all';
  /** @param isRange every row from the one before to this one gets the same state */
  toggle: (row: Row, isRange: boolean) => void;
  togglePage: () => void;
  clear: () => void;
  canSelect: (row: Row) => boolean;
  nameOf: (row: Row) => string;
}

const always = () => true;

export function useRowSelection<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => RowKey,
  selection: TableSelection<Row> | undefined,
): RowSelection<Row> {
  const [wanted, setWanted] = useState<ReadonlySet<RowKey>>(new Set());
  const lastKey = useRef<RowKey>(undefined);
  const { nameOf = String, canSelect = always } = selection ?? {};
  const selectable = rows.filter(canSelect);
  const chosen = selectable.filter((row) => wanted.has(rowKey(row)));
  const chosenText = chosen.map(rowKey).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says which keys are chosen
  const keys = useMemo(() => new Set(chosen.map(rowKey)), [chosenText]);
  const latest = useRef({ selectable, keys, rowKey });
  latest.current = { selectable, keys, rowKey };

  const toggle = useCallback((row: Row, isRange: boolean) => {
    const { selectable: all, keys: before, rowKey: keyOf } = latest.current;
    const key = keyOf(row);
    const place = all.findIndex((one) => keyOf(one) === key);
    const last = isRange ? all.findIndex((one) => keyOf(one) === lastKey.current) : -1;
    const from = last === -1 ? place : Math.min(last, place);
    const to = last === -1 ? place : Math.max(last, place);
    const next = new Set(before);
    const isOn = !before.has(key);
    for (const one of all.slice(from, to + 1)) {
      if (isOn) next.add(keyOf(one));
      else next.delete(keyOf(one));
    }
    lastKey.current = key;
    setWanted(next);
  }, []);

  return {
    chosen,
    keys,
    pageState: chosen.length === 0 ? 'none' : chosen.length === selectable.length ? 'all' : 'some',
    toggle,
    togglePage: () => setWanted(new Set(chosen.length === selectable.length ? [] : selectable.map(rowKey))),
    clear: () => setWanted(new Set()),
    canSelect,
    nameOf,
  };
}
