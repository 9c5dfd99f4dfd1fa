import Box from '@mui/material/Box';
import { cellOf, columnId, type DataTableColumn } from './data-table-column.ts';
import { isPlainClick } from './grid-row.tsx';
import { SelectBox, SelectPageBox } from './select-box.tsx';
import type { RowsProps } from './table-rows.tsx';

/** Rows as a phone shows them: the name, then what belongs to it by label. */
export default function TableCards<Row>({
  label,
  rows,
  columns,
  rowKey,
  view,
  onRowOpen,
  selection,
}: RowsProps<Row>) {
  const inOrder = view.order
    .map((id) => columns.find((column) => columnId(column) === id))
    .filter((column): column is DataTableColumn<Row> => column !== undefined);
  const [first, ...rest] = inOrder;
  const shown = rest.filter(
    (column) => column.importance !== 'low' && view.visibility[columnId(column)] !== false,
  );
  const facts = shown.filter((column) => !column.isHeaderHidden);
  const actions = shown.filter((column) => column.isHeaderHidden);
  return (
    <>
      {selection && selection.pageState !== 'none' ? (
        <Box sx={{ px: 3, pb: 2 }}>
          <SelectPageBox state={selection.pageState} onToggle={selection.togglePage} />
        </Box>
      ) : null}
      <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <Box
            component="li"
            key={rowKey(row)}
            data-row
            onClick={(event) => (isPlainClick(event) ? onRowOpen?.(row) : undefined)}
            sx={{
              px: 3,
              py: 3,
              borderTop: 1,
              borderColor: 'divider',
              display: 'grid',
              gap: 2,
              // Nothing is cut off here: long names go on in the next line.
              overflowWrap: 'anywhere',
              contentVisibility: 'auto',
              containIntrinsicSize: 'auto 240px',
              ...(selection?.keys.has(rowKey(row)) && { bgcolor: 'action.selected' }),
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              {selection?.canSelect(row) ? (
                <SelectBox
                  name={selection.nameOf(row)}
                  isSelected={selection.keys.has(rowKey(row))}
                  onToggle={(isRange) => selection.toggle(row, isRange)}
                />
              ) : null}
              <Box sx={{ flex: 1, minWidth: 0, fontWeight: 500 }}>{first ? cellOf(first, row) : null}</Box>
              {actions.map((column) => (
                <Box key={columnId(column)}>{cellOf(column, row)}</Box>
              ))}
            </Box>
            <Box
              component="dl"
              sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, fontSize: '0.8125rem' }}
            >
              {facts.map((column) => {
                const fact = cellOf(column, row);
                return fact === null || fact === '' ? null : (
                  <Box key={columnId(column)} sx={{ minWidth: 0 }}>
                    <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
                      {column.header}
                    </Box>
                    <Box component="dd" sx={{ m: 0, '& time, & .status-dot': { whiteSpace: 'normal' } }}>
                      {fact}
                    </Box>
                  </Box>
                );
              })}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}
