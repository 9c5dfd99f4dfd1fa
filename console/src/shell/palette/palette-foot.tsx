import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { KeyCap } from './key-cap.tsx';
import type { PaletteSearch } from './use-palette-search.ts';

interface PaletteFootProps {
  search: PaletteSearch;
  query: string;
  isEmpty: boolean;
}

/** State of the search, and the available keys. */
export function PaletteFoot({ search, query, isEmpty }: PaletteFootProps) {
  const { t } = useTranslation('palette');
  return (
    <>
      {isEmpty ? (
        <Typography color="textSecondary" sx={{ px: 5, pb: 4, overflowWrap: 'anywhere' }}>
          {search.isSearching ? t('searching') : t('nothing', { query })}
        </Typography>
      ) : null}
      {search.hasFailed ? (
        <Typography role="status" variant="body2" color="error" sx={{ px: 5, pb: 2 }}>
          {t('partFailed')}
        </Typography>
      ) : null}
      <Box
        sx={{
          display: { xs: 'none', sm: 'flex' },
          gap: 4,
          px: 5,
          py: 2,
          borderTop: 1,
          borderColor: 'divider',
          color: 'text.secondary',
          fontSize: '0.75rem',
        }}
      >
        <span>
          <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> {t('hintMove')}
        </span>
        <span>
          <KeyCap>Enter</KeyCap> {t('hintOpen')}
        </span>
        <span>
          <KeyCap>Esc</KeyCap> {t('hintClose')}
        </span>
      </Box>
    </>
  );
}
