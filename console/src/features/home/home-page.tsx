import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { siteCalls } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { callApi } from '../../api/call-api.ts';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CallSnippets } from '../../ui/call-snippets.tsx';
import { OwnerText } from '../../ui/owner-text.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

const homeTextQuery = queryOptions({
  queryKey: ['site', 'home'],
  queryFn: ({ signal }) => callApi(siteCalls.homePage, { signal }),
  staleTime: 60_000,
});

/** What this site is and how to call it; the owner's own text where there is one. */
export default function HomePage() {
  const { t } = useTranslation('home');
  const { name } = useSite();
  const self = useVisitor().data;
  const homeText = useQuery(homeTextQuery);
  const models = useQuery(availableModelsQuery).data ?? {};
  const firstModel = Object.keys(models)[0];
  if (homeText.isPending) return null;
  return (
    <Box sx={{ maxWidth: 760, mx: 'auto', mt: { xs: 2, sm: 10 } }}>
      <PageTitle title="" />
      {homeText.data ? (
        <OwnerText text={homeText.data} />
      ) : (
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
            {self ? (
              <ButtonLink to="/playground" size="large">
                {t('openPlayground')}
              </ButtonLink>
            ) : null}
          </Box>
          {firstModel ? (
            <>
              <Typography variant="h2" sx={{ mb: 2 }}>
                {t('callTitle', { count: Object.keys(models).length })}
              </Typography>
              <CallSnippets tokenKey="sk-…" model={firstModel} />
            </>
          ) : null}
        </>
      )}
    </Box>
  );
}
