import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { role } from '@turnpike/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Self, useSelf } from '../../api/self.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { InvitationCard } from '../../ui/invitation/invitation-card.tsx';
import { useUrlFilter } from '../../ui/list/use-url-filter.ts';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { NoBalance, neverHadBalance } from '../../ui/state/no-balance.tsx';
import { BalanceText } from '../../ui/text/balance-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { dashboardFilter } from './dashboard-api.ts';
import { FigureCard } from './figure-card.tsx';
import { FoldedQuickStart } from './folded-quick-start.tsx';
import { LiveRate } from './live-rate.tsx';
import { ModelShares } from './model-shares.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { TodayCard } from './today-card.tsx';
import { UseChart } from './use-chart.tsx';

const SiteOverview = lazyPart(() => import('./site-overview/site-overview.tsx'));
const SalesCard = lazyPart(() => import('./sales-card.tsx'));
const QuickStart = lazyPart(() => import('./quick-start.tsx'));

const columns = {
  display: 'grid',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
};
const column = { display: 'grid', gap: 4, minWidth: 0 };

export default function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const self = useSelf();
  const [filter, setFilter] = useUrlFilter(dashboardFilter);
  if (self === null) return null;
  // A user without calls gets a guide in place of empty charts.
  const isNew = self.request_count === 0;
  return (
    <Screen title={t('title')} purpose={t('purpose', { name: self.display_name || self.username })}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {self.role >= role.admin ? <OfSite /> : null}
        <Figures self={self} isNew={isNew} />
        {isNew ? (
          <Box sx={columns}>
            <QuickStart />
            <RecentCalls />
          </Box>
        ) : (
          <Box sx={columns}>
            <Box sx={column}>
              <UseChart filter={filter} onChange={setFilter} />
              <RecentCalls />
              <FoldedQuickStart />
            </Box>
            <Box sx={column}>
              <LiveRate />
              <ModelShares range={filter.range} />
              <InvitationCard isShort />
            </Box>
          </Box>
        )}
      </Box>
    </Screen>
  );
}

/** For administrators, before their own account. */
function OfSite() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <Suspense fallback={<Skeleton variant="rounded" height={420} />}>
        <SiteOverview />
      </Suspense>
      <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
        <SalesCard />
      </Suspense>
      <Typography variant="h2">{t('ownTitle')}</Typography>
    </>
  );
}

function Figures({ self, isNew }: { self: Self; isNew: boolean }) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const { set_aside_quota: setAside = 0 } = self;
  const note = neverHadBalance(self) ? (
    <NoBalance self={self} />
  ) : (
    t('usedNote', { amount: formats.quota(self.used_quota) })
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 3, sm: 4 },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          lg: isNew ? 'minmax(0, 1fr)' : 'repeat(4, minmax(0, 1fr))',
        },
        '& > :only-child': { gridColumn: '1 / -1' },
      }}
    >
      <FigureCard
        label={t('balance')}
        value={<BalanceText points={self.quota} />}
        note={
          <>
            {note}
            {setAside > 0 && ` · ${t('setAsideNote', { amount: formats.quota(setAside) })}`}
            {self.used_quota > 0 && (
              <>
                {' · '}
                <TextLink to="/panel/statement">{t('openStatement')}</TextLink>
              </>
            )}
          </>
        }
      />
      {isNew ? null : (
        <>
          <TodayCard measure="quota" />
          <TodayCard measure="requests" />
          <TodayCard measure="tokens" />
        </>
      )}
    </Box>
  );
}
