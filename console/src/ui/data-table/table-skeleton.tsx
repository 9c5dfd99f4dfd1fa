import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { columnId, type DataTableColumn } from './data-table-column.ts';
import { densities, type TableView } from './use-table-view.ts';

interface TableSkeletonProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  rows: number;
  view: TableView;
  isPhone: boolean;
}

/** The list's shape while its first rows are on the way. */
export function TableSkeleton<Row>({ columns, rows, view, isPhone }: TableSkeletonProps<Row>) {
  const { t } = useTranslation('ui');
  const shown = isPhone ? columns.slice(0, 2) : columns;
  return (
    <Box role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          key={`row-${row + 1}`}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 6,
            px: 3,
            height: row === 0 ? 40 : densities[view.density],
            borderTop: 1,
            borderColor: 'divider',
            ...(row === 0 ? { bgcolor: 'background.raised' } : {}),
          }}
        >
          {shown.map((column, index) => (
            <Box key={columnId(column)} sx={{ flex: flexOf(view.widths[columnId(column)], index) }}>
              <Skeleton width={row === 0 ? '50%' : '75%'} />
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

const flexOf = (width: number | undefined, place: number): string | number =>
  width === undefined ? (place === 0 ? 2 : 1) : `0 1 ${width}px`;
