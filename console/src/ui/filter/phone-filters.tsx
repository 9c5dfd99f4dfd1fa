import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../text/visually-hidden.ts';
import { FilterPlaceContext } from './filter-place.ts';
import { FilterSheet } from './filter-sheet.tsx';

export interface FilterBarProps {
  /** The search field; always in sight. */
  search: ReactNode;
  /** Chips and time range, each a `FilterChip`. */
  children?: ReactNode;
  /** Given when something is filtered. */
  onClear?: (() => void) | undefined;
}

/** Search and a button that opens the filters; those that are on stand below, so that they are seen and can be cleared. */
export default function PhoneFilters({ search, children, onClear }: FilterBarProps) {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  const chosen = useMemo(() => {
    const add = (by: 1 | -1) => setCount((before) => before + by);
    const countOne = () => {
      add(1);
      return () => add(-1);
    };
    return { kind: 'chosen', count: countOne } as const;
  }, []);
  return (
    <Box role="search" sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0, '& .MuiOutlinedInput-root': { width: '100%' } }}>{search}</Box>
        {children ? (
          <Button
            variant="outlined"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
            sx={{ flex: 'none', minWidth: 44, px: '10px' }}
          >
            <FilterIcon />
            <Box sx={visuallyHidden}>{t('filters')}</Box>
            {count > 0 ? (
              <>
                <Count>{count}</Count> <Box sx={visuallyHidden}>{t('filtersOn', { count })}</Box>
              </>
            ) : null}
          </Button>
        ) : null}
      </Box>
      {children ? (
        <Box
          sx={{
            display: count > 0 ? 'flex' : 'none',
            flexWrap: 'wrap',
            gap: 2,
          }}
        >
          <FilterPlaceContext value={chosen}>{children}</FilterPlaceContext>
        </Box>
      ) : null}
      {isOpen ? (
        <FilterSheet onClear={onClear} onClose={() => setOpen(false)}>
          {children}
        </FilterSheet>
      ) : null}
    </Box>
  );
}

function Count({ children }: { children: number }) {
  return (
    <Box
      component="span"
      aria-hidden
      className="tabular"
      sx={{
        ml: 2,
        px: '6px',
        minWidth: 20,
        borderRadius: '10px',
        fontSize: '0.75rem',
        lineHeight: '20px',
        color: 'primary.contrastText',
        bgcolor: 'primary.main',
      }}
    >
      {children}
    </Box>
  );
}
