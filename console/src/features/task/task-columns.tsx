import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../theme/fonts.ts';
import { UserLink } from '../../ui/action/text-link.tsx';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { TaskDuration } from '../../ui/task-parts/task-duration.tsx';
import { TaskMoney } from '../../ui/task-parts/task-money.tsx';
import { TaskStatusText } from '../../ui/task-parts/task-status-text.tsx';
import { useTaskActionText } from '../../ui/task-parts/use-task-action-text.ts';
import { TimeText } from '../../ui/text/time-text.tsx';
import type { ListedTask } from './task-api.ts';

export function useTaskColumns(isAdmin: boolean): DataTableColumn<ListedTask>[] {
  const { t } = useTranslation('task');
  const actionText = useTaskActionText();
  return useMemo(() => {
    const forAdministrators: DataTableColumn<ListedTask>[] = [
      {
        id: 'user_id',
        header: t('user'),
        maxWidth: 160,
        cell: ({ user_id, username = '' }) =>
          user_id === undefined ? '–' : <UserLink id={user_id} name={username} />,
      },
      {
        id: 'channel_id',
        header: t('channel'),
        importance: 'medium',
        maxWidth: 160,
        cell: ({ channel_id = 0, channel_name = '' }) =>
          channel_id === 0 ? '–' : channel_name || `#${channel_id}`,
      },
    ];
    return [
      {
        field: 'submit_time',
        header: t('time'),
        isSortable: true,
        cell: (task) => (
          <OpenLink id={task.task_id}>
            <TimeText epochSeconds={task.submit_time} />
          </OpenLink>
        ),
      },
      ...(isAdmin ? forAdministrators : []),
      { field: 'platform_label', header: t('platform'), importance: 'high' },
      { field: 'action', header: t('action'), cell: (task) => actionText(task.action) },
      { field: 'model', header: t('model'), importance: 'medium', maxWidth: 200 },
      { field: 'status', header: t('status'), cell: (task) => <TaskStatusText task={task} /> },
      {
        id: 'result',
        header: t('result'),
        cell: ({ files, task_id }) =>
          files.length === 0 ? (
            '–'
          ) : (
            <OpenLink id={task_id}>{t('results', { count: files.length })}</OpenLink>
          ),
      },
      {
        id: 'duration',
        header: t('duration'),
        align: 'right',
        importance: 'high',
        cell: (task) => <TaskDuration from={task.submit_time} to={task.finish_time} />,
      },
      { field: 'quota', header: t('cost'), align: 'right', cell: (task) => <TaskMoney task={task} /> },
      {
        field: 'finish_time',
        header: t('finished'),
        isSortable: true,
        importance: 'medium',
        cell: ({ finish_time }) => (finish_time === 0 ? '–' : <TimeText epochSeconds={finish_time} />),
      },
      { field: 'fail_reason', header: t('reason'), importance: 'medium', maxWidth: 220 },
      { field: 'prompt', header: t('prompt'), isHiddenAtFirst: true, maxWidth: 280 },
      { field: 'token_name', header: t('key'), isHiddenAtFirst: true, maxWidth: 160 },
      {
        field: 'task_id',
        header: t('taskId'),
        importance: 'low',
        maxWidth: 240,
        cell: ({ task_id }) => (
          <Box component="span" sx={{ fontFamily: monospace, fontSize: '0.75rem' }}>
            {task_id}
          </Box>
        ),
      },
    ];
  }, [t, actionText, isAdmin]);
}
