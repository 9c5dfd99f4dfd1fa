import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { InvitationCard } from '../../ui/invitation/invitation-card.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { BalanceCard } from './balance-card.tsx';
import { LinkCard } from './link-card.tsx';
import { OrderList, orderFilter } from './order-list.tsx';
import { PayCard } from './pay-card.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { RedeemCard } from './redeem-card.tsx';
import { ownOrderQuery, ownOrdersQuery, payWaysQuery, useRenewOrders } from './topup-api.ts';
import { useCreditNews } from './use-credit-news.ts';

const column = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 };
const columns = {
  ...column,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
};

/** Adds to the own balance: online, by a code, or on another page. */
export default function TopUpPage() {
  const { t } = useTranslation('topup');
  const self = useSelf();
  const ways = useQuery(payWaysQuery);
  const list = useListPage('topup-order', orderFilter);
  const openNo = list.filter.open;
  const orders = useQuery(ownOrdersQuery(list.filter));
  const openOrder = useQuery({ ...ownOrderQuery(openNo ?? ''), enabled: openNo !== undefined }).data;
  const renewOrders = useRenewOrders();
  /** The order whose payment page this visit has opened. */
  const [openedNo, setOpenedNo] = useState<string>();
  useCreditNews([...(orders.data?.data ?? []), ...(openOrder ? [openOrder] : [])], openNo);
  if (self === null) return null;
  const canPay = ways.data !== undefined && ways.data.length > 0;
  const hasOrders = (orders.data?.total_count ?? 0) > 0;

  function close() {
    list.close();
    void renewOrders();
  }

  return (
    <Screen title={t('title')} purpose={t('purpose')}>
      <Box sx={column}>
        <Box sx={{ ...columns, alignItems: 'start' }}>
          <Box sx={column}>
            <BalanceCard self={self} />
            {ways.isPending ? <Skeleton variant="rounded" height={240} /> : null}
            {ways.isError && ways.data === undefined ? (
              <ErrorState error={ways.error} onRetry={() => ways.refetch()} />
            ) : null}
            {canPay ? (
              <PayCard
                ways={ways.data}
                onOrder={(tradeNo, isOpened) => {
                  if (isOpened) setOpenedNo(tradeNo);
                  list.open(tradeNo);
                }}
              />
            ) : null}
            {ways.data ? <LinkCard canPay={canPay} /> : null}
          </Box>
          <Box sx={column}>
            <RedeemCard />
            <InvitationCard />
          </Box>
        </Box>
        {canPay || hasOrders ? <OrderList list={list} query={orders} /> : null}
      </Box>
      {openNo === undefined ? null : (
        <PaymentDialog key={openNo} tradeNo={openNo} isOpened={openNo === openedNo} onClose={close} />
      )}
    </Screen>
  );
}
