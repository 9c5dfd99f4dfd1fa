import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { SiteAttention } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { AttentionList } from './attention-list.tsx';
import { SiteFigures } from './site-figures.tsx';
import { attentionQuery } from './site-overview-api.ts';
import { TopCustomers } from './top-customers.tsx';

/** For administrators: what needs them, then how the site does today. */
export default function SiteOverview() {
  const { t } = useTranslation('site-overview');
  const { data, isError, error, refetch } = useQuery(attentionQuery);
  return (
    <>
      <Card component="section" aria-labelledby="attention" sx={{ p: 5, minWidth: 0 }}>
        <Typography id="attention" variant="h2" sx={{ mb: 2 }}>
          {t('title')}
        </Typography>
        {data === undefined && !isError ? <Skeleton variant="rounded" height={24} /> : null}
        {data === undefined && isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined ? null : <AttentionList {...data} />}
      </Card>
      {data === undefined ? (
        isError ? null : (
          <Skeleton variant="rounded" height={300} />
        )
      ) : (
        <SiteToday {...data} />
      )}
    </>
  );
}

function SiteToday(state: SiteAttention) {
  const { t } = useTranslation('site-overview');
  return (
    <Box component="section" aria-labelledby="site-today" sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      <Box>
        <Typography id="site-today" variant="h2">
          {t('today')}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {t('todayNote', { zone: state.time_zone })}
        </Typography>
      </Box>
      <SiteFigures {...state} />
      <Box
        sx={{
          ...{ display: 'grid', gap: 4 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
        }}
      >
        <TopCustomers {...state} />
        <SiteRate {...state} />
      </Box>
    </Box>
  );
}

function SiteRate({ rate }: SiteAttention) {
  const { t } = useTranslation('site-overview');
  const formats = useFormats();
  return (
    <Card component="section" aria-labelledby="site-rate" sx={{ p: 5, minWidth: 0 }}>
      <Typography id="site-rate" variant="h2" sx={{ mb: 2 }}>
        {t('rate')}
      </Typography>
      <Box className="tabular">{t('rateCalls', { number: formats.number(rate.calls) })}</Box>
      <Box className="tabular">{t('rateTokens', { number: formats.number(rate.tokens) })}</Box>
    </Card>
  );
}
