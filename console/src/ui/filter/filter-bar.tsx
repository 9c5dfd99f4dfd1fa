import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../loading/lazy-part.ts';
import type { FilterBarProps } from './phone-filters.tsx';

const PhoneFilters = lazyPart(() => import('./phone-filters.tsx'));

/** One row of search, chips and time range, on phones behind a button; everything acts at once. */
export function FilterBar(props: FilterBarProps) {
  const { t } = useTranslation('ui');
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  if (isPhone) {
    return (
      <Suspense fallback={<Box sx={{ height: 44 }} />}>
        <PhoneFilters {...props} />
      </Suspense>
    );
  }
  return (
    <Box
      role="search"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', '& > *': { flex: 'none' } }}
    >
      {props.search}
      {props.children}
      {props.onClear ? (
        <Button size="small" variant="text" onClick={props.onClear}>
          {t('clearFilters')}
        </Button>
      ) : null}
    </Box>
  );
}
