import TuneIcon from '@mui/icons-material/ViewColumnOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import { type Density, densities, type TableView } from './use-table-view.ts';

interface TableViewMenuProps<Row> {
  view: TableView;
  columns: readonly DataTableColumn<Row>[];
}

/** Density and columns. */
export function TableViewMenu<Row>({ view, columns }: TableViewMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const labels = {
    compact: t('densityCompact'),
    normal: t('densityNormal'),
    comfortable: t('densityComfortable'),
  };
  const hideable = columns.slice(1).filter((column) => !column.isFixed && !column.isHeaderHidden);
  return (
    <>
      <IconButton
        aria-label={t('tableView')}
        title={t('tableView')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <TuneIcon />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('tableView') } }}
      >
        <ListSubheader role="presentation">{t('density')}</ListSubheader>
        {(Object.keys(densities) as Density[]).map((density) => (
          <MenuItem
            key={density}
            role="menuitemradio"
            aria-checked={view.density === density}
            onClick={() => view.setDensity(density)}
          >
            <Radio
              size="small"
              checked={view.density === density}
              tabIndex={-1}
              aria-hidden
              sx={{ p: 1, mr: 1 }}
            />
            {labels[density]}
          </MenuItem>
        ))}
        {hideable.length > 0 ? <Divider /> : null}
        {hideable.length > 0 ? <ListSubheader role="presentation">{t('columns')}</ListSubheader> : null}
        {hideable.map((column) => {
          const id = columnId(column);
          const isShown = view.visibility[id] !== false;
          return (
            <MenuItem
              key={id}
              role="menuitemcheckbox"
              aria-checked={isShown}
              onClick={() => view.toggleColumn(id)}
            >
              <Checkbox size="small" checked={isShown} tabIndex={-1} aria-hidden sx={{ p: 1, mr: 1 }} />
              {column.header}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
