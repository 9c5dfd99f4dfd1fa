import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { useCancelTask, useRetryTask } from '../../ui/task-parts/task-changes.ts';
import { useTaskActionText } from '../../ui/task-parts/use-task-action-text.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { type ShownTask, taskQuery, useCheckTask } from './task-api.ts';
import { TaskDetail } from './task-detail.tsx';

interface TaskDrawerProps {
  taskId: string;
  isAdmin: boolean;
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** Everything about one task: its results first. */
export function TaskDrawer({ taskId, isAdmin, onClose, onOpen }: TaskDrawerProps) {
  const { t } = useTranslation('task');
  const asked = useQuery(taskQuery(taskId, isAdmin));
  const actionText = useTaskActionText();
  const self = useSelf();
  const task = asked.data;
  const isOwn = task?.user_id === undefined || task.user_id === self?.id;
  const hasActions =
    task?.can_cancel || (isAdmin && task?.is_settled === false) || (task?.can_retry && isOwn);
  return (
    <SideDrawer
      isOpen
      title={task ? `${actionText(task.action)} · ${task.model}` : t('detail')}
      onClose={onClose}
      footer={task && hasActions ? <TaskActions {...{ task, isAdmin, isOwn, onOpen }} /> : null}
    >
      {task ? <TaskDetail task={task} isAdmin={isAdmin} /> : null}
      {asked.isPending ? <Skeleton variant="rounded" height={240} /> : null}
      {task === undefined && asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => asked.refetch()} />
      ) : null}
    </SideDrawer>
  );
}

function TaskActions({
  task,
  isAdmin,
  isOwn,
  onOpen,
}: { task: ShownTask; isOwn: boolean } & Pick<TaskDrawerProps, 'isAdmin' | 'onOpen'>) {
  const { t } = useTranslation(['task', 'task-parts']);
  const cancel = useCancelTask(task.task_id, isAdmin);
  const retry = useRetryTask(task.task_id);
  const check = useCheckTask(task.task_id);
  return (
    <>
      {task.can_cancel ? (
        <ConfirmButton
          label={t('cancel')}
          title={t('cancelTitle')}
          isBusy={cancel.isPending}
          onConfirm={() =>
            cancel.mutate(undefined, { onSuccess: () => showToast('success', t('cancelled')) })
          }
        >
          {t('cancelHint')}
        </ConfirmButton>
      ) : null}
      {isAdmin && !task.is_settled ? (
        <Button
          variant="outlined"
          loading={check.isPending}
          onClick={() =>
            check.mutate(undefined, {
              onSuccess: ({ status }) =>
                showToast('info', t('checked', { state: t(`task-parts:status_${status}`) })),
            })
          }
        >
          {t('check')}
        </Button>
      ) : null}
      {task.can_retry && isOwn ? (
        <Button
          variant="contained"
          title={t('retryHint')}
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(undefined, {
              onSuccess: (made) => {
                showToast('success', t('retried'));
                onOpen(made.task_id);
              },
            })
          }
        >
          {t('retry')}
        </Button>
      ) : null}
    </>
  );
}
