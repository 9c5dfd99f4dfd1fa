import Box from '@mui/material/Box';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';

/** How often a call was tried, if more than once. Only administrators have the attempts. */
export function AttemptMark({ row: { metadata } }: { row: LogView }) {
  const { t } = useTranslation('log');
  const count = metadata?.attempts?.length ?? 0;
  if (count < 2) return null;
  return (
    <Box component="span" sx={{ ml: 2, color: 'warning.main', typography: 'caption', whiteSpace: 'nowrap' }}>
      {t('attempts', { number: count })}
    </Box>
  );
}
