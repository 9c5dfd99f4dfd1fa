import { useQuery } from '@tanstack/react-query';
import { redemptionStatus } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { type ListState, useListPage } from '../../ui/list/use-list-page.ts';
import { type MadeCode, MadeCodeDialog } from './made-code-dialog.tsx';
import {
  type RedemptionFilter,
  redemptionExportHref,
  redemptionFilter,
  redemptions,
} from './redemption-api.ts';
import { useRedemptionColumns } from './redemption-columns.tsx';
import { RedemptionForm } from './redemption-form.tsx';
import { RedemptionUses } from './redemption-uses.tsx';

export default function RedemptionPage() {
  const { t } = useTranslation('redemption');
  const list = useListPage('redemption', redemptionFilter);
  const [made, setMade] = useState<MadeCode>();
  return (
    <ListPage
      list={list}
      query={useQuery(redemptions.pageQuery(list.filter))}
      columns={useRedemptionColumns(list.open)}
      title={t('title')}
      purpose={t('purpose')}
      create={t('create')}
      filters={<RedemptionFilters list={list} />}
      exportHref={redemptionExportHref(list.filter)}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound') }}
      form={(id) =>
        list.filter.form === 'uses' ? (
          <RedemptionUses id={Number(id)} onClose={list.close} />
        ) : (
          <RedemptionForm id={id} onClose={list.close} onMade={setMade} />
        )
      }
    >
      {made ? <MadeCodeDialog {...made} onClose={() => setMade(undefined)} /> : null}
    </ListPage>
  );
}

function RedemptionFilters({ list }: { list: ListState<RedemptionFilter> }) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation('redemption');
  return (
    <FilterBar
      search={
        <SearchField
          label={t('search')}
          value={filter.keyword ?? ''}
          onChange={(keyword) => setFilter({ keyword })}
        />
      }
      onClear={clear}
    >
      <ChoiceFilter
        label={t('status')}
        value={filter.status}
        choices={[
          { value: redemptionStatus.enabled, label: t('enabled') },
          { value: redemptionStatus.disabled, label: t('disabled') },
          { value: redemptionStatus.used, label: t('usedUp') },
        ]}
        onChange={(status) => setFilter({ status })}
      />
    </FilterBar>
  );
}
