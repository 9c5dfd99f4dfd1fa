import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readerTimeZone } from '../../ui/date/time-zone.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { OpenUser } from './open-user.tsx';
import { userExportHref, userFilter, users } from './user-api.ts';
import { useUserColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';
import { useUserSelection } from './user-selection.tsx';

export default function UserPage() {
  const { t } = useTranslation('user');
  const list = useListPage('user', userFilter);
  const query = useQuery(users.pageQuery({ ...list.filter, time_zone: readerTimeZone() }));
  const { selection, form } = useUserSelection();
  return (
    <ListPage
      list={list}
      query={query}
      columns={useUserColumns(list.open)}
      title={t('title')}
      purpose={t('purpose')}
      create={t('create')}
      filters={<UserFilters list={list} />}
      selection={selection}
      exportHref={userExportHref(list.filter)}
      unmatched={{ title: t('nothingFound'), hint: t('nothingFoundHint') }}
      form={(id) => <OpenUser id={id} list={list} rows={query.data?.data ?? []} />}
    >
      {form}
    </ListPage>
  );
}
