import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/own-role.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { useRenewTasks } from '../../ui/task-parts/task-changes.ts';
import { NoticeSecret } from './notice-secret.tsx';
import { taskFilter, taskPageQuery, useFreshBalance } from './task-api.ts';
import { useTaskColumns } from './task-columns.tsx';
import { TaskDrawer } from './task-drawer.tsx';
import { TaskFilters } from './task-filters.tsx';

export default function TaskPage() {
  const { t } = useTranslation('task');
  const isAdmin = useIsAdmin();
  const list = useListPage('task', taskFilter);
  const tasks = useQuery(taskPageQuery(list.filter, isAdmin));
  const renew = useRenewTasks();
  useFreshBalance(tasks.data);
  return (
    <ListPage
      list={list}
      query={tasks}
      columns={useTaskColumns(isAdmin)}
      title={t('title')}
      purpose={isAdmin ? t('purposeAdmin') : t('purpose')}
      actions={
        <>
          <NoticeSecret />
          <IconButton
            aria-label={t('refresh')}
            title={t('refresh')}
            loading={tasks.isRefetching}
            onClick={renew}
          >
            <RefreshIcon />
          </IconButton>
        </>
      }
      filters={<TaskFilters list={list} isAdmin={isAdmin} />}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound') }}
      rowKey={(task) => task.task_id}
      form={(id) => <TaskDrawer taskId={id} isAdmin={isAdmin} onClose={list.close} onOpen={list.open} />}
    />
  );
}
