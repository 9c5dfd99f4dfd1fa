import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { hasTaskEnded, type TaskStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../text/status-dot.tsx';
import { taskTones } from './task-tones.ts';

interface TaskStatusTextProps {
  task: { status: TaskStatus; progress: number; is_settled: boolean };
}

/** The state of a task, and how far it is while its vendor works on it. */
export function TaskStatusText({ task: { status, progress, is_settled } }: TaskStatusTextProps) {
  const { t } = useTranslation('task-parts');
  const isOpen = !is_settled && !hasTaskEnded(status);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}
      title={t(`hint_${status}`)}
    >
      <StatusDot tone={taskTones[status]}>{t(`status_${status}`)}</StatusDot>
      {isOpen && progress > 0 ? (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          <LinearProgress
            variant="determinate"
            value={progress}
            aria-label={t('progress')}
            sx={{ width: 48, borderRadius: '3px' }}
          />
          <Box component="span" className="tabular" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {progress}%
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}
