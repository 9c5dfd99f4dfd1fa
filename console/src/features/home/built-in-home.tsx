import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CallSnippets } from '../../ui/call-snippets.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** What this site is, its address, a first call, and where to go on. */
export function BuiltInHome() {
  const { t } = useTranslation('home');
  const { name, serverAddress } = useSite();
  const self = useVisitor().data;
  const models = Object.keys(useQuery(availableModelsQuery).data ?? {});
  const address = `${serverAddress}/v1`;
  return (
    <>
      <Typography component="h1" sx={{ fontSize: '2rem', fontWeight: 600, lineHeight: 1.25, mb: 3 }}>
        {name}
      </Typography>
      <Typography sx={{ fontSize: '1rem', maxWidth: '60ch', mb: 6 }} color="textSecondary">
        {t('about')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mb: 8 }}>
        <ButtonLink to={self ? '/panel' : '/login'} variant="contained" size="large">
          {self ? t('openConsole') : t('signIn')}
        </ButtonLink>
        <ButtonLink to="/price" size="large">
          {t('openPrices')}
        </ButtonLink>
        {self ? (
          <ButtonLink to="/playground" size="large">
            {t('openPlayground')}
          </ButtonLink>
        ) : null}
      </Box>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('address')}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 6, minWidth: 0 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {address}
        </Box>
        <CopyButton text={address} label={t('copyAddress')} />
      </Box>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {models.length > 0 ? t('callTitle', { count: models.length }) : t('exampleTitle')}
      </Typography>
      <CallSnippets tokenKey="sk-…" model={models[0] ?? 'gpt-4o-mini'} />
    </>
  );
}
