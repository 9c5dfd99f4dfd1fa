import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useSampleModel } from '../../api/sample-model.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { CallSnippets } from '../../ui/text/call-snippets.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';
import type { useCreateFirstToken } from './set-up-api.ts';

interface KeyStepProps {
  /** The one that the channel was tested with; empty after a reload. */
  model: string;
  create: ReturnType<typeof useCreateFirstToken>;
}

/** The first key, shown once, and calls that work with it. */
export function KeyStep({ model, create }: KeyStepProps) {
  const { t } = useTranslation('set-up');
  const tokenKey = create.data?.key;
  const usable = useSampleModel({ preferred: model });

  if (tokenKey === undefined) {
    return (
      <Button
        variant="contained"
        autoFocus
        loading={create.isPending}
        onClick={() => create.mutate(t('firstKeyName'))}
      >
        {t('createKey')}
      </Button>
    );
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <SecretText secret={tokenKey} thing="key" label={t('copyKey')} />
      <Alert severity="info">{t('keyOnce')}</Alert>
      <CallSnippets tokenKey={tokenKey} model={usable} />
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <ButtonLink to={`/panel/playground?model=${encodeURIComponent(usable)}`} variant="contained">
          {t('openPlayground')}
        </ButtonLink>
        <ButtonLink to="/panel">{t('openDashboard')}</ButtonLink>
      </Box>
    </Box>
  );
}
