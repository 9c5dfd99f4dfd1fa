import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { type ListState, useListPage } from '../../../ui/list/use-list-page.ts';
import { PaymentTabs } from '../payment-tabs.tsx';
import { CheckDayForm } from './check-day-form.tsx';
import {
  type StatementListFilter,
  statementGatewaysQuery,
  statementListFilter,
  statementPageQuery,
} from './statement-api.ts';
import { useStatementColumns } from './statement-columns.tsx';
import { StatementDrawer } from './statement-drawer.tsx';

/** Days of orders, compared with the statements of their gateways. */
export function StatementList() {
  const { t } = useTranslation('payment');
  const list = useListPage('payment-statement', statementListFilter);
  const gateways = useQuery(statementGatewaysQuery).data ?? [];
  const { open, close } = list;
  return (
    <ListPage
      list={list}
      query={useQuery(statementPageQuery(list.filter))}
      columns={useStatementColumns()}
      title={t('title')}
      purpose={t('statementPurpose')}
      tabs={<PaymentTabs tab="statement" />}
      create={gateways.length === 0 ? undefined : t('checkDay')}
      filters={<StatementFilters list={list} gateways={gateways} />}
      empty={{ title: t('noStatements'), hint: t('noStatementsHint') }}
      unmatched={{ title: t('noStatementFound') }}
      form={(id) =>
        id === 'new' ? (
          <CheckDayForm onClose={(made) => (made === undefined ? close() : open(made))} />
        ) : (
          <StatementDrawer id={Number(id)} onClose={close} />
        )
      }
    />
  );
}

interface StatementFiltersProps {
  list: ListState<StatementListFilter>;
  gateways: { value: number; label: string }[];
}

function StatementFilters({ list: { filter, setFilter, clear }, gateways }: StatementFiltersProps) {
  const { t } = useTranslation('payment');
  return (
    <FilterBar
      // The part that stays visible on a phone.
      search={
        <ChoiceFilter
          label={t('result')}
          value={filter.with_differences}
          choices={[{ value: 'on', label: t('onlyDifferences') }]}
          onChange={(with_differences) => setFilter({ with_differences })}
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
    </FilterBar>
  );
}
