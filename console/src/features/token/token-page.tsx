import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { listFilter } from '../../ui/list/use-url-filter.ts';
import { tokens } from './token-api.ts';
import { useTokenColumns } from './token-columns.tsx';
import { TokenForm } from './token-form.tsx';
import { type ShownKey, TokenKeyDialog } from './token-key-dialog.tsx';
import { useTokenSelection } from './token-selection.ts';

export default function TokenPage() {
  const { t } = useTranslation('token');
  const { serverAddress } = useSite();
  const list = useListPage('token', listFilter);
  const [shownKey, setShownKey] = useState<ShownKey>();
  return (
    <ListPage
      list={list}
      query={useQuery(tokens.pageQuery(list.filter))}
      columns={useTokenColumns({ onEdit: list.open, onReveal: setShownKey })}
      title={t('title')}
      purpose={t('purpose', { address: `${serverAddress}/v1` })}
      create={t('create')}
      search={t('searchName')}
      selection={useTokenSelection()}
      empty={{ kind: 'key', title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound', { keyword: list.filter.keyword ?? '' }) }}
      form={(id) => (
        <TokenForm
          id={id}
          onClose={list.close}
          onCreated={(token) => setShownKey({ token, tokenKey: token.key, isNew: true })}
        />
      )}
    >
      {shownKey ? <TokenKeyDialog {...shownKey} onClose={() => setShownKey(undefined)} /> : null}
    </ListPage>
  );
}
