import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type SampleKey, useSampleModel } from '../../api/sample-model.ts';
import { CallSnippets } from '../../ui/text/call-snippets.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';

export interface ShownKey {
  token: SampleKey & { name: string };
  tokenKey: string;
  /** Just made; otherwise revealed on demand. */
  isNew: boolean;
}

/** A key in full, with calls that use it. */
export function TokenKeyDialog({ token, tokenKey, isNew, onClose }: ShownKey & { onClose: () => void }) {
  const { t } = useTranslation('token');
  const model = useSampleModel({ key: token });
  const titleId = useId();
  const { name } = token;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{isNew ? t('createdTitle', { name }) : t('keyTitle', { name })}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, pt: 1 }}>
          <SecretText secret={tokenKey} thing="key" label={t('copyKey')} />
          <Alert severity="info">{t('keepSafe')}</Alert>
          <CallSnippets tokenKey={tokenKey} model={model} />
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
