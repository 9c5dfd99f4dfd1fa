import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SampleKey } from '../../api/sample-model.ts';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { SecretText } from '../../ui/text/secret-text.tsx';

const KeyUsePanel = lazyPart(() => import('./key-use-panel.tsx'));

export interface ShownKey {
  token: SampleKey & { name: string };
  tokenKey: string;
  /** Just made; otherwise revealed on demand. */
  isNew: boolean;
}

/** A key, shown or masked, with the settings of the client that uses it. */
export function TokenKeyDialog({ token, tokenKey, isNew, onClose }: ShownKey & { onClose: () => void }) {
  const { t } = useTranslation('token');
  const [isShown, setShown] = useState(isNew);
  const titleId = useId();
  const { name } = token;
  const shownKey = isShown ? tokenKey : masked(tokenKey);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {isNew ? t('createdTitle', { name }) : t('useKeyTitle', { name })}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, pt: 1 }}>
          <SecretText secret={tokenKey} shown={shownKey} thing="key" label={t('copyKey')} />
          <SwitchField label={t('showKey')} hint={t('showKeyHint')} isOn={isShown} onChange={setShown} />
          <Alert severity="info">{t('keepSafe')}</Alert>
          <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
            <KeyUsePanel token={token} tokenKey={tokenKey} shownKey={shownKey} />
          </Suspense>
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

/** Enough to tell two keys apart. */
const masked = (tokenKey: string): string => `sk-…${tokenKey.slice(-4)}`;
