import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalDrawer } from '../overlay/modal-drawer.tsx';
import { FilterPlaceContext } from './filter-place.ts';

interface FilterSheetProps {
  children: ReactNode;
  onClear: (() => void) | undefined;
  onClose: () => void;
}

/** All filters of a list one below the other, from the lower edge of a phone. */
export function FilterSheet({ children, onClear, onClose }: FilterSheetProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  return (
    <ModalDrawer
      anchor="bottom"
      open
      onClose={onClose}
      aria-labelledby={titleId}
      sx={{ maxHeight: '85dvh', borderRadius: '12px 12px 0 0', pb: 'env(safe-area-inset-bottom)' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 4, pt: 2 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {t('filters')}
        </Typography>
        <IconButton aria-label={t('close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, px: 4, py: 2, overflow: 'auto' }}>
        <FilterPlaceContext value={inSheet}>{children}</FilterPlaceContext>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, px: 4, py: 3, borderTop: 1, borderColor: 'divider' }}>
        <Button
          variant="outlined"
          // Not `disabled`: it has the focus when it has cleared them.
          aria-disabled={onClear === undefined}
          onClick={onClear}
          sx={{ flex: 1, '&[aria-disabled="true"]': { opacity: 0.5 } }}
        >
          {t('clearFilters')}
        </Button>
        <Button variant="contained" onClick={onClose} sx={{ flex: 1 }}>
          {t('showResults')}
        </Button>
      </Box>
    </ModalDrawer>
  );
}

const inSheet = { kind: 'sheet' } as const;
