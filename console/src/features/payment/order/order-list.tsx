import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useListPage } from '../../../ui/list/use-list-page.ts';
import { PaymentTabs } from '../payment-tabs.tsx';
import { orderListFilter, orderPageQuery } from './order-api.ts';
import { useOrderColumns } from './order-columns.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderFilters } from './order-filters.tsx';

export function OrderList() {
  const { t } = useTranslation('payment');
  const list = useListPage('payment-order', orderListFilter);
  return (
    <ListPage
      list={list}
      query={useQuery(orderPageQuery(list.filter))}
      columns={useOrderColumns()}
      title={t('title')}
      purpose={t('orderPurpose')}
      tabs={<PaymentTabs tab="order" />}
      filters={<OrderFilters list={list} />}
      empty={{ title: t('noOrders'), hint: t('noOrdersHint') }}
      unmatched={{ title: t('noOrderFound') }}
      form={(id) => <OrderDrawer id={Number(id)} onClose={list.close} />}
    />
  );
}
