import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { groups, userGroupFilter } from './user-group-api.ts';
import { useUserGroupColumns } from './user-group-columns.tsx';
import { UserGroupForm } from './user-group-form.tsx';

export default function UserGroupPage() {
  const { t } = useTranslation('user-group');
  const list = useListPage('user-group', userGroupFilter);
  return (
    <ListPage
      list={list}
      query={useQuery(groups.pageQuery(list.filter))}
      columns={useUserGroupColumns(list.open)}
      title={t('title')}
      purpose={t('purpose')}
      create={t('create')}
      search={t('search')}
      unmatched={{ title: t('nothingFound', { keyword: list.filter.keyword ?? '' }) }}
      form={(id) => <UserGroupForm id={id} onClose={list.close} />}
    />
  );
}
