import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { columnId, type DataTableColumn, isMovable } from './data-table-column.ts';
import { type Density, densities, type TableView } from './use-table-view.ts';

interface TableViewPanelProps {
  view: TableView;
  columns: readonly DataTableColumn<never>[];
  exportHref: string | undefined;
  anchor: HTMLElement;
  onClose: () => void;
}

/** The open part of a `TableViewMenu`. */
export function TableViewPanel({ view, columns, exportHref, anchor, onClose }: TableViewPanelProps) {
  const { t } = useTranslation('ui');
  const densityId = useId();
  const columnsId = useId();
  const labels = {
    compact: t('densityCompact'),
    normal: t('densityNormal'),
    comfortable: t('densityComfortable'),
  };
  const movable = view.order
    .map((id) => columns.find((column) => columnId(column) === id))
    .filter((column) => column !== undefined)
    .filter((column) => isMovable(column, columns.indexOf(column)));
  return (
    <Popover
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('tableView'), sx: { minWidth: 264, p: 3 } } as object,
      }}
    >
      {exportHref ? (
        <Button
          component="a"
          href={exportHref}
          download
          variant="outlined"
          fullWidth
          startIcon={<DownloadIcon />}
          onClick={onClose}
          sx={{ mb: 3 }}
        >
          {t('downloadCsv')}
        </Button>
      ) : null}
      <Typography id={densityId} variant="caption" color="textSecondary">
        {t('density')}
      </Typography>
      <RadioGroup
        aria-labelledby={densityId}
        value={view.density}
        onChange={(_, density) => view.setDensity(density as Density)}
        sx={{ mb: 3 }}
      >
        {(Object.keys(densities) as Density[]).map((density) => (
          <FormControlLabel
            key={density}
            value={density}
            label={labels[density]}
            control={<Radio size="small" sx={{ p: 1, ml: 2 }} />}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </RadioGroup>
      <Typography id={columnsId} variant="caption" color="textSecondary">
        {t('columns')}
      </Typography>
      <Box component="ul" aria-labelledby={columnsId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {movable.map((column, place) => (
          <ColumnChoice
            key={columnId(column)}
            name={column.header}
            isShown={view.visibility[columnId(column)] !== false}
            hasNoRoom={view.withoutRoom.includes(columnId(column))}
            isFixed={column.isFixed ?? false}
            onToggle={() => view.toggleColumn(columnId(column))}
            onMove={(by) => view.moveColumn(columnId(column), by)}
            isFirst={place === 0}
            isLast={place === movable.length - 1}
          />
        ))}
      </Box>
      <Button variant="text" size="small" onClick={view.reset} sx={{ mt: 2, ml: -2 }}>
        {t('resetView')}
      </Button>
    </Popover>
  );
}

interface ColumnChoiceProps {
  name: string;
  isShown: boolean;
  /** Left out because the list is too narrow, not by the reader. */
  hasNoRoom: boolean;
  isFixed: boolean;
  isFirst: boolean;
  isLast: boolean;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
}

function ColumnChoice(props: ColumnChoiceProps) {
  const { name, isShown, hasNoRoom, isFixed, isFirst, isLast, onToggle, onMove } = props;
  const { t } = useTranslation('ui');
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <FormControlLabel
        sx={{ flex: 1, mr: 2 }}
        label={
          hasNoRoom ? (
            <>
              {name}
              <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                {t('columnWithoutRoom')}
              </Typography>
            </>
          ) : (
            name
          )
        }
        control={
          <Checkbox
            size="small"
            checked={isShown}
            disabled={isFixed}
            onChange={onToggle}
            sx={{ p: 1, ml: 2 }}
          />
        }
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <IconButton
        size="small"
        aria-label={t('moveEarlier', { name })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <UpIcon sx={{ fontSize: 16 }} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('moveLater', { name })}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <DownIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}
