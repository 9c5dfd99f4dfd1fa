import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** First stop of the keyboard: past the bars, to the content. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <Box
      component="a"
      href="#content"
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 1400,
        px: 4,
        py: 2,
        borderRadius: '8px',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        transform: 'translateY(-200%)',
        '&:focus': { transform: 'none' },
      }}
    >
      {t('skipToContent')}
    </Box>
  );
}
