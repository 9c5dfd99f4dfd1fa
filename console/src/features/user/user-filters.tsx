import { role, setFields, userFilterFields, userStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { noneOf } from '../../ui/list/list-fields.ts';
import type { SetFilter } from '../../ui/list/use-url-filter.ts';
import type { UserFilter } from './user-api.ts';
import { useGroupChoices } from './user-words.tsx';

export const noFilter = noneOf(userFilterFields);

export const isFiltered = (filter: UserFilter): boolean => setFields(userFilterFields, filter).length > 0;

interface UserFiltersProps {
  filter: UserFilter;
  onChange: SetFilter<UserFilter>;
}

export function UserFilters({ filter, onChange }: UserFiltersProps) {
  const { t } = useTranslation('user');
  return (
    <FilterBar
      search={
        <SearchField
          label={t('search')}
          value={filter.keyword ?? ''}
          width={330}
          onChange={(keyword) => onChange({ keyword })}
        />
      }
      onClear={isFiltered(filter) ? () => onChange(noFilter) : undefined}
    >
      <ChoiceFilter
        label={t('role')}
        value={filter.role}
        choices={[
          { value: role.common, label: t('role_1') },
          { value: role.admin, label: t('role_10') },
          { value: role.root, label: t('role_100') },
        ]}
        onChange={(chosen) => onChange({ role: chosen })}
      />
      <ChoiceFilter
        label={t('status')}
        value={filter.status}
        choices={[
          { value: userStatus.enabled, label: t('enabled') },
          { value: userStatus.disabled, label: t('disabled') },
        ]}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceFilter
        label={t('group')}
        value={filter.group}
        choices={useGroupChoices()}
        onChange={(group) => onChange({ group })}
      />
    </FilterBar>
  );
}
