import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../text/use-formats.ts';
import type { FormDraft } from './use-form-draft.ts';

/** Says that the form holds what was typed before the page was left, and takes it back. */
export function DraftNote({ draft: { filledIn, discard } }: { draft: FormDraft }) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  if (filledIn === undefined) return null;
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        pl: 3,
        pr: 1,
        py: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <div>{t('draftFilledIn', { time: formats.timeOfDay(filledIn.savedAtMs) })}</div>
        {filledIn.isOutdated ? <div>{t('draftOutdated')}</div> : null}
        {filledIn.hadSecret ? <div>{t('draftSecret')}</div> : null}
      </Box>
      <Button size="small" variant="text" onClick={discard}>
        {t('discard')}
      </Button>
    </Box>
  );
}
