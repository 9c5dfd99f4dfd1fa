import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { listFilter } from '../../ui/list/use-url-filter.ts';
import { inviteCodes } from './invite-code-api.ts';
import { useInviteCodeColumns } from './invite-code-columns.tsx';
import { InviteCodeForm } from './invite-code-form.tsx';

export default function InviteCodePage() {
  const { t } = useTranslation('invite-code');
  const list = useListPage('invite-code', listFilter);
  return (
    <ListPage
      list={list}
      query={useQuery(inviteCodes.pageQuery(list.filter))}
      columns={useInviteCodeColumns(list.open)}
      title={t('title')}
      purpose={t('purpose')}
      create={t('create')}
      search={t('search')}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound', { keyword: list.filter.keyword ?? '' }) }}
      form={(id) => <InviteCodeForm id={id} onClose={list.close} />}
    />
  );
}
