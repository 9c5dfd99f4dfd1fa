import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { PLAYGROUND_TOKEN } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useTokenName } from '../../api/token-name.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import type { PlaygroundKeyState } from './use-playground-key.ts';

/** Says what key will be made and what it may spend, and makes or shows it only when asked to. */
export function PlaygroundKey({ playgroundKey }: { playgroundKey: PlaygroundKeyState }) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const name = useTokenName()(PLAYGROUND_TOKEN);
  const { exists, key, limit, isBusy } = playgroundKey;
  if (key !== undefined) return <SecretText secret={key} thing="key" label={t('copyKey')} />;
  return (
    <>
      <Typography variant="body2" sx={{ mb: 3, maxWidth: '68ch' }}>
        {exists
          ? t('keyExists', { key: name })
          : t('keyWillBeMade', { key: name, limit: formats.quota(limit) })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        {exists ? (
          <Button variant="contained" loading={isBusy} onClick={playgroundKey.reveal}>
            {t('showKey')}
          </Button>
        ) : (
          <Button
            variant="contained"
            loading={isBusy}
            disabled={exists === undefined}
            onClick={playgroundKey.create}
          >
            {t('createPlaygroundKey')}
          </Button>
        )}
        <ButtonLink to="/panel/token?open=new">{t('createKey')}</ButtonLink>
        <ButtonLink to="/panel/playground">{t('openPlayground')}</ButtonLink>
      </Box>
    </>
  );
}
