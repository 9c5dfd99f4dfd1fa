import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { useSampleModel } from '../../api/sample-model.ts';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { CallSnippets } from '../../ui/text/call-snippets.tsx';
import { HomeModels } from './home-models.tsx';
import { HomePoints } from './home-points.tsx';

/** Purpose of this site, its address, a first call, its benefits and its models. */
export function BuiltInHome() {
  const { t } = useTranslation('home');
  const { name, serverAddress } = useSite();
  const self = useVisitor().data;
  const models = Object.keys(useQuery(availableModelsQuery).data ?? {});
  const callable = models.filter((model) => !model.endsWith('*'));
  const sample = useSampleModel();
  const address = `${serverAddress}/v1`;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 10, md: 16 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
          gap: { xs: 8, md: 14 },
          alignItems: 'center',
        }}
      >
        <Box>
          <Typography
            component="h1"
            sx={{ fontSize: { xs: '2rem', sm: '2.5rem' }, fontWeight: 600, lineHeight: 1.2, mb: 3 }}
          >
            {name}
          </Typography>
          <Typography sx={{ fontSize: '1.0625rem', lineHeight: 1.6, mb: 6 }} color="textSecondary">
            {t('about')}
          </Typography>
          <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mb: 6 }}>
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
          <Typography variant="caption" color="textSecondary">
            {t('address')}
          </Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
            <Box component="code" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {address}
            </Box>
            <CopyButton text={address} thing="address" label={t('copyAddress')} />
          </Box>
        </Box>
        <Card component="section" aria-labelledby="first-call" sx={{ p: 5, minWidth: 0 }}>
          <Typography id="first-call" variant="h2" sx={{ mb: 2 }}>
            {t('exampleTitle')}
          </Typography>
          <CallSnippets tokenKey="sk-…" model={sample} />
        </Card>
      </Box>
      <HomePoints />
      <HomeModels models={callable} />
    </Box>
  );
}
