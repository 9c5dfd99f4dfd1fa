import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { listFilter } from '../../ui/list/use-url-filter.ts';
import { ownersQuery } from './model-owner-api.ts';
import { useModelOwnerColumns } from './model-owner-columns.tsx';
import { ModelOwnerForm } from './model-owner-form.tsx';

export default function ModelOwnerPage() {
  const { t } = useTranslation('model-owner');
  const list = useListPage('model-owner', listFilter);
  const { keyword } = list.filter;
  return (
    <ListPage
      list={list}
      query={useQuery(ownersQuery(keyword))}
      columns={useModelOwnerColumns(list.open)}
      title={t('title')}
      purpose={t('purpose')}
      create={t('create')}
      search={t('search')}
      unmatched={{ title: t('nothingFound', { keyword: keyword ?? '' }) }}
      form={(id) => <ModelOwnerForm id={id} onClose={list.close} />}
    />
  );
}
