import { role, signInProviders, userBalances, userStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import type { ListState } from '../../ui/list/use-list-page.ts';
import type { UserFilter } from './user-api.ts';
import { useGroupChoices } from './user-words.tsx';

export function UserFilters({ list }: { list: ListState<UserFilter> }) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation(['user', 'ui']);
  return (
    <FilterBar
      search={
        <SearchField
          label={t('search')}
          value={filter.keyword ?? ''}
          width={330}
          onChange={(keyword) => setFilter({ keyword })}
        />
      }
      onClear={clear}
    >
      <ChoiceFilter
        label={t('role')}
        value={filter.role}
        choices={[
          { value: role.common, label: t('role_1') },
          { value: role.admin, label: t('role_10') },
          { value: role.root, label: t('role_100') },
        ]}
        onChange={(chosen) => setFilter({ role: chosen })}
      />
      <ChoiceFilter
        label={t('status')}
        value={filter.status}
        choices={[
          { value: userStatus.enabled, label: t('enabled') },
          { value: userStatus.disabled, label: t('disabled') },
        ]}
        onChange={(status) => setFilter({ status })}
      />
      <ChoiceFilter
        label={t('group')}
        value={filter.group}
        choices={useGroupChoices()}
        onChange={(group) => setFilter({ group })}
      />
      <ChoiceFilter
        label={t('balance')}
        value={filter.balance}
        choices={userBalances.map((value) => ({ value, label: t(`balance_${value}`) }))}
        onChange={(balance) => setFilter({ balance })}
      />
      <ChoiceFilter
        label={t('lastSignIn')}
        value={filter.signed_in_days}
        choices={[1, 7, 30, 90].map((count) => ({ value: count, label: t('withinDays', { count }) }))}
        onChange={(days) => setFilter({ signed_in_days: days })}
      />
      <ChoiceFilter
        label={t('bindings')}
        value={filter.binding}
        choices={[
          { value: 'email', label: t('provedEmail') },
          ...signInProviders.map((value) => ({ value, label: t(`ui:provider_${value}`) })),
          { value: 'passkey', label: t('passkey') },
          { value: 'authenticator', label: t('authenticator') },
        ]}
        onChange={(binding) => setFilter({ binding })}
      />
    </FilterBar>
  );
}
