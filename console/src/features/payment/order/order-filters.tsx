import { useQuery } from '@tanstack/react-query';
import { orderStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { useFoundUserIds } from '../../../ui/filter/found-user-names.ts';
import { NameFilter } from '../../../ui/filter/name-filter.tsx';
import { SearchField } from '../../../ui/filter/search-field.tsx';
import { TextFilter } from '../../../ui/filter/text-filter.tsx';
import { TimeRangeFilter } from '../../../ui/filter/time-range-filter.tsx';
import type { ListState } from '../../../ui/list/use-list-page.ts';
import { gatewayChoicesQuery } from '../gateway/gateway-api.ts';
import type { OrderListFilter } from './order-api.ts';

export function OrderFilters({ list }: { list: ListState<OrderListFilter> }) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation('payment');
  const gateways = useQuery(gatewayChoicesQuery).data ?? [];
  return (
    <FilterBar
      search={
        <SearchField
          label={t('tradeNo')}
          value={filter.trade_no ?? ''}
          onChange={(trade_no) => setFilter({ trade_no })}
        />
      }
      onClear={clear}
    >
      <TimeRangeFilter filter={filter} onChange={setFilter} usual="all" />
      <ChoiceFilter
        label={t('status')}
        value={filter.status}
        choices={orderStatus.map((value) => ({ value, label: t(`status_${value}`) }))}
        onChange={(status) => setFilter({ status })}
      />
      <ChoiceFilter
        label={t('gateway')}
        value={filter.gateway_id}
        choices={gateways}
        onChange={(gateway_id) => setFilter({ gateway_id })}
      />
      <NameFilter
        label={t('user')}
        value={filter.user_id}
        useFound={useFoundUserIds}
        onChange={(user_id) => setFilter({ user_id })}
      />
      <TextFilter
        label={t('gatewayNo')}
        value={filter.gateway_no}
        onChange={(gateway_no) => setFilter({ gateway_no })}
      />
    </FilterBar>
  );
}
