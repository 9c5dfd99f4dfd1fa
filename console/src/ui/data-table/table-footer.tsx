import PreviousIcon from '@mui/icons-material/ChevronLeftOutlined';
import NextIcon from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import NativeSelect from '@mui/material/NativeSelect';
import { COUNT_LIMIT, type CursorPage, type Page } from '@turnpike/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../text/use-formats.ts';
import type { ListFilter } from './list-filter.ts';

const pageSizes = [10, 30, 50, 100];

interface TableFooterProps {
  page: Page<unknown> | CursorPage<unknown>;
  filter: ListFilter;
  onFilterChange: (change: ListFilter) => void;
}

/** Where in the list the reader is; a list without a bound goes by cursor, others by page. */
export function TableFooter({ page, filter, onFilterChange }: TableFooterProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const isEndless = 'next_cursor' in page;
  // Which cursor the reader came from; lost on reload, then "newer" starts at the newest.
  const trail = useRef(new Map<string, string | undefined>());

  const older = isEndless ? page.next_cursor : null;
  const first = (page.page - 1) * page.size + 1;
  const last = first + page.data.length - 1;
  const hasNext = isEndless ? older !== null : last < page.total_count;
  const hasPrevious = isEndless ? filter.cursor !== undefined : page.page > 1;

  function goNext() {
    if (!isEndless) return onFilterChange({ page: page.page + 1 });
    if (older === null) return;
    trail.current.set(older, filter.cursor);
    onFilterChange({ cursor: older });
  }

  function goPrevious() {
    if (!isEndless) return onFilterChange({ page: page.page - 1 });
    onFilterChange({ cursor: trail.current.get(filter.cursor ?? '') });
  }

  // A list that comes all at once has size 0; its end is in sight.
  if (page.size === 0 || (!hasNext && !hasPrevious && page.total_count <= 10)) return null;
  const total = `${formats.number(page.total_count)}${page.total_count >= COUNT_LIMIT ? '+' : ''}`;
  return (
    <Box
      component="nav"
      aria-label={t('paging')}
      className="tabular"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 2,
        px: 3,
        minHeight: 48,
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        fontSize: '0.8125rem',
      }}
    >
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 2, mr: 'auto' }}>
        {t('rowsPerPage')}
        <NativeSelect
          disableUnderline
          value={filter.size}
          onChange={(event) => onFilterChange({ size: Number(event.target.value) })}
          sx={{ fontSize: 'inherit' }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </NativeSelect>
      </Box>
      <span>
        {isEndless
          ? t('totalRows', { total })
          : t('rowRange', { first: formats.number(first), last: formats.number(last), total })}
      </span>
      <IconButton
        size="small"
        aria-label={isEndless ? t('newer') : t('previousPage')}
        disabled={!hasPrevious}
        onClick={goPrevious}
      >
        <PreviousIcon />
      </IconButton>
      <IconButton
        size="small"
        aria-label={isEndless ? t('older') : t('nextPage')}
        disabled={!hasNext}
        onClick={goNext}
      >
        <NextIcon />
      </IconButton>
    </Box>
  );
}
