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
import type { ListedPicture } from './midjourney-api.ts';
import { useCodeText } from './use-code-text.ts';

export const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Progress in percent, as midjourney-proxy writes it. */
export const progressOf = ({ progress }: ListedPicture): number => Number.parseInt(progress, 10) || 0;

export function useMidjourneyColumns(isAdmin: boolean): DataTableColumn<ListedPicture>[] {
  const { t } = useTranslation('midjourney');
  const actionText = useTaskActionText();
  const codeText = useCodeText();
  return useMemo(() => {
    const forAdministrators: DataTableColumn<ListedPicture>[] = [
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
      { field: 'code', header: t('code'), importance: 'medium', cell: ({ code }) => codeText(code) },
    ];
    return [
      {
        field: 'submit_time',
        header: t('time'),
        isSortable: true,
        cell: (picture) => (
          <OpenLink id={picture.mj_id}>
            <TimeText epochSeconds={toSeconds(picture.submit_time)} />
          </OpenLink>
        ),
      },
      ...(isAdmin ? forAdministrators : []),
      { field: 'action', header: t('action'), cell: ({ action }) => actionText(action) },
      {
        field: 'status',
        header: t('status'),
        cell: (picture) => <TaskStatusText task={{ ...picture, progress: progressOf(picture) }} />,
      },
      {
        id: 'image',
        header: t('image'),
        cell: ({ image_url, mj_id }) =>
          image_url === '' ? t('none') : <OpenLink id={mj_id}>{t('show')}</OpenLink>,
      },
      { field: 'prompt', header: t('prompt'), importance: 'high', maxWidth: 280 },
      {
        id: 'duration',
        header: t('duration'),
        align: 'right',
        importance: 'high',
        cell: ({ submit_time, finish_time }) => (
          <TaskDuration from={toSeconds(submit_time)} to={toSeconds(finish_time)} />
        ),
      },
      { field: 'quota', header: t('cost'), align: 'right', cell: (picture) => <TaskMoney task={picture} /> },
      { field: 'prompt_en', header: t('promptEn'), importance: 'low', maxWidth: 240 },
      { field: 'fail_reason', header: t('reason'), importance: 'medium', maxWidth: 220 },
      { field: 'mode', header: t('mode'), isHiddenAtFirst: true },
      {
        field: 'mj_id',
        header: t('taskId'),
        importance: 'low',
        maxWidth: 240,
        cell: ({ mj_id }) => (
          <Box component="span" sx={{ fontFamily: monospace, fontSize: '0.75rem' }}>
            {mj_id}
          </Box>
        ),
      },
    ];
  }, [t, actionText, codeText, isAdmin]);
}
