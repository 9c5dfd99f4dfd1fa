import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { monospace } from '../../theme/fonts.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { UserLink } from '../../ui/action/text-link.tsx';
import { TaskDuration } from '../../ui/task-parts/task-duration.tsx';
import { TaskFiles } from '../../ui/task-parts/task-files.tsx';
import { TaskStatusText } from '../../ui/task-parts/task-status-text.tsx';
import { useTaskActionText } from '../../ui/task-parts/use-task-action-text.ts';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { SongList } from './song-list.tsx';
import { songsOf } from './songs-of.ts';
import type { ShownTask } from './task-api.ts';

export function TaskDetail({ task, isAdmin }: { task: ShownTask; isAdmin: boolean }) {
  const { t } = useTranslation(['task', 'ui']);
  const actionText = useTaskActionText();
  const songs = songsOf(task);
  const raw = task.data === null ? '' : JSON.stringify(task.data, null, 2);
  const isCharged = task.is_settled;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
      {task.fail_reason ? <Alert severity="error">{task.fail_reason}</Alert> : null}
      {songs.length > 0 ? (
        <Part title={t('songs')}>
          <SongList songs={songs} files={task.files} />
        </Part>
      ) : null}
      {songs.length === 0 && task.files.length > 0 ? (
        <Part title={t('files')}>
          <TaskFiles files={task.files} />
        </Part>
      ) : null}
      <Part title={t('money')}>
        <DetailList
          entries={[
            {
              name: isCharged ? t('heldAtStart') : t('stillHeld'),
              value: <QuotaText points={task.held_quota} isPrecise />,
            },
            {
              name: t('charged'),
              value: isCharged ? <QuotaText points={task.quota} isPrecise /> : undefined,
            },
            {
              name: t('givenBack'),
              value:
                isCharged && task.held_quota > task.quota ? (
                  <QuotaText points={task.held_quota - task.quota} isPrecise />
                ) : undefined,
            },
          ]}
        />
      </Part>
      <Part title={t('facts')}>
        <DetailList
          entries={[
            { name: t('status'), value: <TaskStatusText task={task} /> },
            { name: t('prompt'), value: task.prompt },
            { name: t('platform'), value: task.platform_label },
            { name: t('action'), value: actionText(task.action) },
            { name: t('model'), value: task.model },
            { name: t('key'), value: task.token_name },
            {
              name: t('user'),
              value:
                task.user_id === undefined ? undefined : (
                  <UserLink id={task.user_id} name={task.username} hasId />
                ),
            },
            {
              name: t('channel'),
              value: task.channel_id ? `${task.channel_name ?? ''} #${task.channel_id}` : undefined,
            },
            { name: t('time'), value: <TimeText epochSeconds={task.submit_time} isExact /> },
            {
              name: t('started'),
              value: task.start_time === 0 ? undefined : <TimeText epochSeconds={task.start_time} isExact />,
            },
            {
              name: t('finished'),
              value:
                task.finish_time === 0 ? undefined : <TimeText epochSeconds={task.finish_time} isExact />,
            },
            {
              name: t('duration'),
              value:
                task.finish_time === 0 ? undefined : (
                  <TaskDuration from={task.submit_time} to={task.finish_time} />
                ),
            },
            { name: t('note'), value: isAdmin ? task.note : undefined },
            { name: t('taskId'), value: <CopiedId id={task.task_id} label={t('copyTaskId')} /> },
            {
              name: t('upstreamId'),
              value: task.upstream_id ? (
                <CopiedId id={task.upstream_id} label={t('copyUpstreamId')} />
              ) : undefined,
            },
          ]}
        />
      </Part>
      {task.is_settled ? (
        <Box>
          <ButtonLink
            size="small"
            to={`/panel/log?range=all&request_id=${encodeURIComponent(task.request_id)}`}
          >
            {t('showLog')}
          </ButtonLink>
        </Box>
      ) : null}
      <Part
        title={t('raw')}
        action={raw === '' ? null : <CopyButton text={raw} thing="task_answer" label={t('copyRaw')} />}
      >
        {raw === '' ? (
          <Typography color="textSecondary">{t('noData')}</Typography>
        ) : (
          <Box sx={{ '& pre': { maxHeight: 320 } }}>
            <CodeBlock code={raw} label={t('raw')} />
          </Box>
        )}
      </Part>
    </Box>
  );
}

function CopiedId({ id, label }: { id: string; label: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Box component="code" sx={{ fontFamily: monospace, fontSize: '0.75rem', overflowWrap: 'anywhere' }}>
        {id}
      </Box>
      <CopyButton text={id} thing="task_id" label={label} />
    </Box>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Box component="section">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="h3">{title}</Typography>
        {action}
      </Box>
      {children}
    </Box>
  );
}
