import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { listFilter } from '../../ui/list/use-url-filter.ts';
import { BotNote } from './bot-note.tsx';
import { telegramMenus } from './telegram-api.ts';
import { useTelegramColumns } from './telegram-columns.tsx';
import { TelegramForm } from './telegram-form.tsx';

export default function TelegramPage() {
  const { t } = useTranslation('telegram');
  const list = useListPage('telegram', listFilter);
  return (
    <ListPage
      list={list}
      query={useQuery(telegramMenus.pageQuery(list.filter))}
      columns={useTelegramColumns(list.open)}
      title={t('title')}
      purpose={t('purpose')}
      tabs={<BotNote />}
      create={t('create')}
      search={t('search')}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound', { keyword: list.filter.keyword ?? '' }) }}
      form={(id) => <TelegramForm id={id} onClose={list.close} />}
    />
  );
}
