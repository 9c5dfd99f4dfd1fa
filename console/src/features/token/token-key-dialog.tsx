import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { CallSnippets } from '../../ui/call-snippets.tsx';
import { SecretText } from '../../ui/secret-text.tsx';

interface TokenKeyDialogProps {
  name: string;
  tokenKey: string;
  /** Just made; otherwise revealed on demand. */
  isNew: boolean;
  onClose: () => void;
}

/** A key in full, with calls that use it. */
export default function TokenKeyDialog({ name, tokenKey, isNew, onClose }: TokenKeyDialogProps) {
  const { t } = useTranslation('token');
  const models = Object.keys(useQuery(availableModelsQuery).data ?? {});
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{isNew ? t('createdTitle', { name }) : t('keyTitle', { name })}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, pt: 1 }}>
          <SecretText secret={tokenKey} thing="key" label={t('copyKey')} />
          <Alert severity="info">{t('keepSafe')}</Alert>
          <CallSnippets tokenKey={tokenKey} model={models[0] ?? 'gpt-4o-mini'} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
