import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { siteCalls } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/call-api.ts';
import { useSite } from '../../api/site-status.ts';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { OutsideLink } from '../../ui/action/text-link.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { OwnerPage } from '../../ui/text/owner-page.tsx';

const aboutTextQuery = queryOptions({
  queryKey: ['site', 'about'],
  queryFn: ({ signal }) => callApi(siteCalls.about, { signal }),
  staleTime: 60_000,
});

/** The owner's own text, then what runs here and under which licence. */
export default function AboutPage() {
  const { t } = useTranslation('about');
  const { name, version, serverAddress } = useSite();
  const about = useQuery(aboutTextQuery);
  if (about.isPending) return null;
  return (
    <Box sx={{ maxWidth: 760, mx: 'auto', mt: { xs: 2, sm: 6 }, display: 'grid', gap: 6 }}>
      <PageTitle title={t('title')} />
      <Typography variant="h1">{t('title')}</Typography>
      {about.isError ? <ErrorState error={about.error} onRetry={() => about.refetch()} /> : null}
      {about.data?.trim() ? (
        <OwnerPage text={about.data} />
      ) : (
        <Typography sx={{ fontSize: '1rem', maxWidth: '68ch' }}>{t('what', { name })}</Typography>
      )}
      <Card sx={{ p: 5 }}>
        <DetailList
          entries={[
            { name: t('version'), value: version },
            {
              name: t('address'),
              value: (
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                  <Box
                    component="code"
                    sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
                  >{`${serverAddress}/v1`}</Box>
                  <CopyButton text={`${serverAddress}/v1`} thing="address" />
                </Box>
              ),
            },
            {
              name: t('reference'),
              value: <OutsideLink href="/api/docs">{t('openReference')}</OutsideLink>,
            },
          ]}
        />
      </Card>
      <Box component="section" id="licence" aria-labelledby="licence-title">
        <Typography id="licence-title" variant="h2" sx={{ mb: 1 }}>
          {t('licence')}
        </Typography>
        <Typography sx={{ maxWidth: '68ch' }}>{t('licenceText')}</Typography>
        <OutsideLink href="https://www.apache.org/licenses/LICENSE-2.0">{t('licenceLink')}</OutsideLink>
      </Box>
    </Box>
  );
}
