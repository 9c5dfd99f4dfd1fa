import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface SaveBarProps {
  count: number;
  isSaving: boolean;
  onDiscard: () => void;
}

/** Stays in view while something is not saved. */
export function SaveBar({ count, isSaving, onDiscard }: SaveBarProps) {
  const { t } = useTranslation(['setting', 'ui']);
  const isShown = count > 0;
  // The page scrolls: what is typed into must not lie behind the bar that has just come up.
  useEffect(() => {
    if (isShown) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <Box role="status" sx={{ position: 'sticky', bottom: 0, zIndex: 2, minHeight: 0 }}>
      {isShown ? (
        <Paper
          elevation={4}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 3,
            px: 4,
            py: 3,
            // Nothing shows below it, and it stands out from the cards behind it in the dark theme too.
            borderRadius: '12px 12px 0 0',
            border: 1,
            borderBottom: 0,
            borderColor: 'divider',
            bgcolor: 'background.raised',
          }}
        >
          <Box sx={{ flex: '1 1 120px', fontWeight: 500 }}>{t('changes', { count })}</Box>
          <Button variant="text" onClick={onDiscard} disabled={isSaving}>
            {t('ui:discard')}
          </Button>
          <Button type="submit" variant="contained" loading={isSaving}>
            {t('ui:save')}
          </Button>
        </Paper>
      ) : null}
    </Box>
  );
}
