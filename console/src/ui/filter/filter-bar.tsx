import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FilterBarProps {
  children: ReactNode;
  /** Given when something is filtered. */
  onClear?: (() => void) | undefined;
}

/** One row of search, chips and time range; everything acts at once. */
export function FilterBar({ children, onClear }: FilterBarProps) {
  const { t } = useTranslation('ui');
  return (
    <Box
      role="search"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flexWrap: { xs: 'nowrap', sm: 'wrap' },
        // On phones one row that is pushed sideways, so that the list begins in sight.
        overflowX: { xs: 'auto', sm: 'visible' },
        p: { xs: '4px', sm: 0 },
        // What is cut off fades, so that it can be seen that there is more.
        maskImage: { xs: 'linear-gradient(to right, #000 calc(100% - 40px), transparent)', sm: 'none' },
        '&::after': { xs: { content: '""', flex: '0 0 32px' }, sm: { content: 'none' } },
        '& > *': { flex: 'none' },
      }}
    >
      {children}
      {onClear ? (
        <Button size="small" variant="text" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      ) : null}
    </Box>
  );
}
