import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx';
import { TextLink } from '../../../ui/action/text-link.tsx';
import { TaskFiles } from '../../../ui/task-parts/task-files.tsx';
import { TaskMoney } from '../../../ui/task-parts/task-money.tsx';
import { taskTones } from '../../../ui/task-parts/task-tones.ts';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { CallFailure } from '../media/call-failure.tsx';
import { taskMoneyQuery, useCancelVideo, useVideoTask } from './use-video-task.ts';
import { isOver, type VideoTask } from './video-calls.ts';

interface VideoTaskViewProps {
  id: string;
  tokenKey: string;
  /** Takes the task out of the page; it goes on. */
  onClose: () => void;
}

/** A video from its request to its end. */
export function VideoTaskView({ id, tokenKey, onClose }: VideoTaskViewProps) {
  const { t } = useTranslation('playground');
  const { task, error } = useVideoTask(id, tokenKey);
  if (error !== undefined && (task === undefined || !isOver(task)))
    return (
      <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
        <CallFailure error={error} fields={{}} />
        <Button variant="outlined" onClick={onClose}>
          {t('closeTask')}
        </Button>
      </Box>
    );
  if (task === undefined) return <Skeleton variant="rounded" height={240} />;
  return <ShownVideo task={task} tokenKey={tokenKey} onClose={onClose} />;
}

function ShownVideo({ task, tokenKey, onClose }: Omit<VideoTaskViewProps, 'id'> & { task: VideoTask }) {
  const { t } = useTranslation(['playground', 'task-parts']);
  const { id, status, progress } = task;
  const money = useQuery({ ...taskMoneyQuery(task), placeholderData: keepPreviousData }).data;
  const cancel = useCancelVideo(id, tokenKey);
  const isUnderWay = !isOver(task);
  const isFree = status === 'FAILURE' || status === 'CANCELLED';
  return (
    <Box
      component="article"
      aria-label={t('madeBy', { model: task.model })}
      aria-busy={isUnderWay}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}
    >
      <Box>
        <Typography variant="caption" color="textSecondary">
          {task.model}
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{task.prompt}</Typography>
      </Box>
      <Box role="status" sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
          <StatusDot tone={taskTones[status]}>{t(`task-parts:status_${status}`)}</StatusDot>
          {isUnderWay && progress > 0 ? <span className="tabular">{progress}%</span> : null}
          {isUnderWay ? (
            <Typography variant="caption" color="textSecondary">
              {t(`task-parts:hint_${status}`)}
            </Typography>
          ) : null}
        </Box>
        {isUnderWay ? (
          <LinearProgress
            aria-label={t('task-parts:progress')}
            sx={{ borderRadius: '3px' }}
            {...(progress > 0 && { variant: 'determinate', value: progress })}
          />
        ) : null}
      </Box>
      {isFree ? (
        <Alert severity={status === 'FAILURE' ? 'error' : 'info'}>
          {task.fail_reason || t(`task-parts:status_${status}`)}
          <div>{t('notCharged')}</div>
        </Alert>
      ) : null}
      {task.files.length > 0 ? <TaskFiles files={task.files.map(ofThisPage)} /> : null}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 3,
          color: 'text.secondary',
          fontSize: '0.75rem',
        }}
      >
        {money && !isFree ? <TaskMoney task={money} /> : null}
        <TextLink to={`/panel/task?open=${encodeURIComponent(id)}`}>{t('toTask')}</TextLink>
        {isUnderWay ? <span>{t('taskGoesOn')}</span> : null}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {isUnderWay && money?.can_cancel ? (
          <ConfirmButton
            label={t('cancelVideo')}
            title={t('cancelVideoTitle')}
            isBusy={cancel.isPending}
            onConfirm={() => cancel.mutate()}
          >
            {t('cancelVideoHint')}
          </ConfirmButton>
        ) : null}
        {isUnderWay ? null : (
          <Button variant="outlined" onClick={onClose}>
            {t('closeTask')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** The relay writes whole addresses, also where the reader came to the site by another name. */
function ofThisPage<File extends { url: string }>(file: File): File {
  const { pathname, search } = new URL(file.url, window.location.href);
  return { ...file, url: pathname + search };
}
