import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import { TaskStatusText } from '../../ui/task-parts/task-status-text.tsx';
import { useTaskActionText } from '../../ui/task-parts/use-task-action-text.ts';
import { TimeText } from '../../ui/text/time-text.tsx';
import { userTasksQuery } from './user-task-api.ts';

/** The newest tasks of an account; nothing where it has none. */
export function UserTasks({ userId }: { userId: number }) {
  const { t } = useTranslation('user');
  const actionText = useTaskActionText();
  const tasks = useQuery(userTasksQuery(userId)).data ?? [];
  if (tasks.length === 0) return null;
  return (
    <Box component="section" sx={{ mt: 6 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, mb: 2 }}>
        <Typography variant="h3">{t('tasks')}</Typography>
        <TextLink to={`/panel/task?user_id=${userId}`}>{t('allTasks')}</TextLink>
        <TextLink to={`/panel/midjourney?user_id=${userId}`}>{t('allPictures')}</TextLink>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {tasks.map((task) => (
          <Box
            component="li"
            key={task.task_id}
            sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 3 }}
          >
            <TextLink to={`/panel/task?user_id=${userId}&open=${task.task_id}`}>
              {`${actionText(task.action)} · ${task.model}`}
            </TextLink>
            <TaskStatusText task={task} />
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <TimeText epochSeconds={task.submit_time} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
