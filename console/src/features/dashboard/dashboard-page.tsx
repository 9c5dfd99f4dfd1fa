import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { role } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { useSelf } from '../../api/self.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CallSnippets } from '../../ui/call-snippets.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { QuotaText } from '../../ui/quota-text.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useFormats } from '../../ui/use-formats.ts';
import { FigureCard } from './figure-card.tsx';
import { RecentCalls } from './recent-calls.tsx';

export default function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const self = useSelf();
  const models = useQuery(availableModelsQuery);
  const firstModel = Object.keys(models.data ?? {})[0];
  if (self === null) return null;
  const isAdmin = self.role >= role.admin;
  return (
    <Screen title={t('title')} purpose={t('purpose', { name: self.display_name || self.username })}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' },
          mb: 4,
          // On phones the balance has the first row for itself.
          '& > :first-of-type': { gridColumn: { xs: 'span 2', sm: 'auto' } },
        }}
      >
        <FigureCard label={t('balance')} value={<QuotaText points={self.quota} />} note={t('balanceNote')} />
        <FigureCard label={t('used')} value={<QuotaText points={self.used_quota} />} note={t('usedNote')} />
        <FigureCard label={t('calls')} value={formats.number(self.request_count)} note={t('callsNote')} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Card sx={{ p: 5, minWidth: 0 }}>
          {models.isPending ? <Skeleton variant="rounded" height={220} /> : null}
          {models.isError && !models.data ? (
            <ErrorState error={models.error} onRetry={() => models.refetch()} />
          ) : null}
          {models.data && firstModel === undefined ? (
            <EmptyState
              title={t('noModel')}
              action={
                isAdmin ? (
                  <ButtonLink to="/panel/channel?open=new" variant="contained">
                    {t('addChannel')}
                  </ButtonLink>
                ) : undefined
              }
            >
              {isAdmin ? t('noModelAdmin') : t('noModelUser')}
            </EmptyState>
          ) : null}
          {firstModel === undefined ? null : (
            <>
              <Typography variant="h2">{t('startTitle')}</Typography>
              <Typography color="textSecondary" sx={{ mb: 4 }}>
                {t('startAbout')}
              </Typography>
              <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mb: 4 }}>
                <ButtonLink to="/panel/token?open=new" variant="contained">
                  {t('createKey')}
                </ButtonLink>
                <ButtonLink to="/panel/playground">{t('openPlayground')}</ButtonLink>
              </Box>
              <CallSnippets tokenKey="sk-…" model={firstModel} />
            </>
          )}
        </Card>
        <RecentCalls />
      </Box>
    </Screen>
  );
}
