import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** The answer of a call came from the cache of its key. */
export function CachedMark() {
  const { t } = useTranslation('log');
  return (
    <Box component="span" sx={{ ml: 2, color: 'success.main', typography: 'caption', whiteSpace: 'nowrap' }}>
      {t('cached')}
    </Box>
  );
}
