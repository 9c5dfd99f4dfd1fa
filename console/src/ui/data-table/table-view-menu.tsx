import TuneIcon from '@mui/icons-material/ViewColumnOutlined';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../loading/lazy-part.ts';
import type { DataTableColumn } from './data-table-column.ts';
import type { TableView } from './use-table-view.ts';

const TableViewPanel = lazyDialog(() => import('./table-view-panel.tsx'));

interface TableViewMenuProps<Row> {
  view: TableView;
  columns: readonly DataTableColumn<Row>[];
  exportHref: string | undefined;
}

/** Density, columns and their order, and the list as a file; its code is loaded when it is opened. */
export function TableViewMenu<Row>({ view, columns, exportHref }: TableViewMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('tableView')}
        title={t('tableView')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <TuneIcon />
      </IconButton>
      {anchor ? (
        <Suspense>
          <TableViewPanel
            view={view}
            columns={columns as readonly DataTableColumn<never>[]}
            exportHref={exportHref}
            anchor={anchor}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
