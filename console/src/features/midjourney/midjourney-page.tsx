import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/own-role.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { useRenewTasks } from '../../ui/task-parts/task-changes.ts';
import { midjourneyFilter, midjourneyPageQuery } from './midjourney-api.ts';
import { useMidjourneyColumns } from './midjourney-columns.tsx';
import { MidjourneyDrawer } from './midjourney-drawer.tsx';
import { MidjourneyFilters } from './midjourney-filters.tsx';

export default function MidjourneyPage() {
  const { t } = useTranslation('midjourney');
  const isAdmin = useIsAdmin();
  const list = useListPage('midjourney', midjourneyFilter);
  const pictures = useQuery(midjourneyPageQuery(list.filter, isAdmin));
  const renew = useRenewTasks();
  const rows = pictures.data?.data ?? [];
  return (
    <ListPage
      list={list}
      query={pictures}
      columns={useMidjourneyColumns(isAdmin)}
      title={t('title')}
      purpose={isAdmin ? t('purposeAdmin') : t('purpose')}
      actions={
        <IconButton
          aria-label={t('refresh')}
          title={t('refresh')}
          loading={pictures.isRefetching}
          onClick={renew}
        >
          <RefreshIcon />
        </IconButton>
      }
      filters={<MidjourneyFilters list={list} isAdmin={isAdmin} />}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound') }}
      rowKey={(picture) => picture.mj_id}
      form={(id) => <MidjourneyDrawer id={id} rows={rows} isAdmin={isAdmin} onClose={list.close} />}
    />
  );
}
