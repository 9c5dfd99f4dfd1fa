import { useQuery } from '@tanstack/react-query';
import { callbackVerdict, type OrderEvent } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../../ui/filter/search-field.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { type ListState, useListPage } from '../../../ui/list/use-list-page.ts';
import { SideDrawer } from '../../../ui/overlay/side-drawer.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { gatewayChoicesQuery } from '../gateway/gateway-api.ts';
import { type EventListFilter, eventListFilter, eventPageQuery } from '../order/order-api.ts';
import { PaymentTabs } from '../payment-tabs.tsx';
import { useEventColumns } from './event-columns.tsx';
import { EventEntry } from './event-entry.tsx';

/** Every report of a gateway, also those that belong to no order. */
export function EventList() {
  const { t } = useTranslation('payment');
  const list = useListPage('payment-event', eventListFilter);
  const events = useQuery(eventPageQuery(list.filter));
  const rows = events.data?.data ?? [];
  return (
    <ListPage
      list={list}
      query={events}
      columns={useEventColumns()}
      title={t('title')}
      purpose={t('eventPurpose')}
      tabs={<PaymentTabs tab="event" />}
      filters={<EventFilters list={list} />}
      empty={{ title: t('noEvents'), hint: t('noEventsHint') }}
      unmatched={{ title: t('noEventFound') }}
      form={(id) => <EventDrawer event={rows.find((row) => String(row.id) === id)} onClose={list.close} />}
    />
  );
}

function EventFilters({ list }: { list: ListState<EventListFilter> }) {
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
      <ChoiceFilter
        label={t('gateway')}
        value={filter.gateway_id}
        choices={gateways}
        onChange={(gateway_id) => setFilter({ gateway_id })}
      />
      <ChoiceFilter
        label={t('verdict')}
        value={filter.verdict}
        choices={callbackVerdict.map((value) => ({ value, label: t(`verdict_${value}`) }))}
        onChange={(verdict) => setFilter({ verdict })}
      />
    </FilterBar>
  );
}

function EventDrawer({ event, onClose }: { event: OrderEvent | undefined; onClose: () => void }) {
  const { t } = useTranslation('payment');
  return (
    <SideDrawer isOpen title={t('event')} onClose={onClose}>
      {event ? <EventEntry event={event} /> : <EmptyState kind="missing" title={t('eventMissing')} />}
    </SideDrawer>
  );
}
