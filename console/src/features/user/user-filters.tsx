import { role, userStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import type { ListState } from '../../ui/list/use-list-page.ts';
import type { UserFilter } from './user-api.ts';
import { useGroupChoices } from './user-words.tsx';

export function UserFilters({ list }: { list: ListState<UserFilter> }) {
  const { filter, setFilter, clear } = list;
  const { t } = useTranslation('user');
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
    </FilterBar>
  );
}
