import TuneIcon from '@mui/icons-material/ViewColumnOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from './data-table-column.ts';
import { TableViewPanel } from './table-view-panel.tsx';
import type { TableView } from './use-table-view.ts';

interface TableViewMenuProps<Row> {
  view: TableView;
  columns: readonly DataTableColumn<Row>[];
  exportHref: string | undefined;
}

/** Density, columns and their order, and the list as a file. */
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
        <TableViewPanel
          view={view}
          columns={columns}
          exportHref={exportHref}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </>
  );
}
