import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { UserLink } from '../../ui/action/text-link.tsx';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { redemptions, usesQuery } from './redemption-api.ts';

interface RedemptionUsesProps {
  id: number;
  onClose: () => void;
}

/** Accounts that redeemed a code. */
export function RedemptionUses({ id, onClose }: RedemptionUsesProps) {
  const { t } = useTranslation('redemption');
  const code = useQuery(redemptions.oneQuery(id)).data;
  const uses = useInfiniteQuery(usesQuery(id));
  const rows = uses.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <SideDrawer isOpen title={t('usesOf', { name: code?.name ?? `#${id}` })} onClose={onClose}>
      {uses.isPending ? <Skeleton variant="rounded" height={240} /> : null}
      {uses.isError && uses.data === undefined ? (
        <ErrorState error={uses.error} onRetry={() => uses.refetch()} />
      ) : null}
      {uses.data && rows.length === 0 ? <EmptyState title={t('noUses')}>{t('noUsesHint')}</EmptyState> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map(({ id: use, user, redeemed_time, quota }) => (
          <Box
            component="li"
            key={use}
            sx={{ display: 'flex', gap: 4, py: 2, borderBottom: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <UserLink id={user.id} name={user.username} />
            </Box>
            <TimeText epochSeconds={redeemed_time} />
            <QuotaText points={quota} isSigned />
          </Box>
        ))}
      </Box>
      {uses.hasNextPage ? (
        <Button
          variant="outlined"
          loading={uses.isFetchingNextPage}
          onClick={() => uses.fetchNextPage()}
          sx={{ mt: 4 }}
        >
          {t('showMoreUses')}
        </Button>
      ) : null}
    </SideDrawer>
  );
}
