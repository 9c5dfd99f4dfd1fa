import { useStored } from '../use-stored.ts';
import { columnId, type DataTableColumn } from './data-table-column.ts';

/** Height of a row in px. */
export const densities = { compact: 32, normal: 40, comfortable: 52 } as const;
export type Density = keyof typeof densities;

export interface TableView {
  density: Density;
  setDensity: (density: Density) => void;
  /** By column id; absent means shown. */
  visibility: Record<string, boolean>;
  toggleColumn: (id: string) => void;
}

/** How a reader wants a table: density for all tables, columns for each. */
export function useTableView<Row>(name: string, columns: readonly DataTableColumn<Row>[]): TableView {
  const [density, setDensity] = useStored('tableDensity', 'normal');
  const initiallyHidden = columns.filter((column) => column.isHiddenAtFirst).map(columnId);
  const [hiddenText, setHidden] = useStored(`tableHidden:${name}`, initiallyHidden.join(','));
  const hidden = hiddenText.split(',').filter((id) => id !== '');
  return {
    density: density in densities ? (density as Density) : 'normal',
    setDensity,
    visibility: Object.fromEntries(hidden.map((id) => [id, false])),
    toggleColumn: (id) =>
      setHidden((hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]).join(',')),
  };
}
