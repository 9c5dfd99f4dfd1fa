import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/own-role.ts';
import { allGroupsQuery, groupMapQuery } from '../../api/user-group.ts';
import { ChoiceFilter } from '../../ui/filter/choice-filter.tsx';

interface GroupFilterProps {
  /** Symbol of the group. */
  value: string | undefined;
  onChange: (symbol: string | undefined) => void;
}

/** A chip that offers the groups of the site to administrators, and to users those that they may use. */
export function GroupFilter({ value, onChange }: GroupFilterProps) {
  const { t } = useTranslation('log');
  const isAdmin = useIsAdmin();
  const every = useQuery({ ...allGroupsQuery, enabled: isAdmin }).data ?? [];
  const own = useQuery({ ...groupMapQuery, enabled: !isAdmin }).data ?? {};
  const names = isAdmin
    ? every.map(({ symbol, name }) => ({ value: symbol, label: name }))
    : Object.entries(own).map(([symbol, { name }]) => ({ value: symbol, label: name }));
  return <ChoiceFilter label={t('group')} value={value} choices={names} onChange={onChange} />;
}
