import { useQuery } from '@tanstack/react-query';
import { paymentGatewayKinds } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useIsRoot } from '../../../api/own-role.ts';
import { ChoiceFilter } from '../../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../../ui/filter/search-field.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { type ListState, useListPage } from '../../../ui/list/use-list-page.ts';
import { PaymentTabs } from '../payment-tabs.tsx';
import { type GatewayFilter, gatewayFilter, gateways } from './gateway-api.ts';
import { useGatewayColumns } from './gateway-columns.tsx';
import { GatewayForm } from './gateway-form.tsx';
import { useGatewayTexts } from './use-gateway-texts.ts';

export function GatewayList() {
  const { t } = useTranslation('payment');
  const isRoot = useIsRoot();
  const list = useListPage('payment-gateway', gatewayFilter);
  return (
    <ListPage
      list={list}
      query={useQuery(gateways.pageQuery(list.filter))}
      columns={useGatewayColumns(list.open)}
      title={t('title')}
      purpose={t('gatewayPurpose')}
      tabs={<PaymentTabs tab="gateway" />}
      create={isRoot ? t('createGateway') : undefined}
      filters={<GatewayFilters list={list} />}
      empty={{ title: t('noGateways'), hint: isRoot ? t('noGatewaysHint') : t('rootCreates') }}
      unmatched={{ title: t('noGatewayFound') }}
      form={(id) => <GatewayForm id={id} onClose={list.close} />}
    />
  );
}

function GatewayFilters({ list }: { list: ListState<GatewayFilter> }) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation('payment');
  const { typeName } = useGatewayTexts();
  return (
    <FilterBar
      search={
        <SearchField
          label={t('searchName')}
          value={filter.name ?? ''}
          onChange={(name) => setFilter({ name })}
        />
      }
      onClear={clear}
    >
      <ChoiceFilter
        label={t('type')}
        value={filter.type}
        choices={Object.values(paymentGatewayKinds).map(({ type }) => ({
          value: type,
          label: typeName(type),
        }))}
        onChange={(type) => setFilter({ type })}
      />
    </FilterBar>
  );
}
