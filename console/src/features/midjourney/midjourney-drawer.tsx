import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { monospace } from '../../theme/fonts.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { UserLink } from '../../ui/action/text-link.tsx';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { useCancelTask, useRetryTask } from '../../ui/task-parts/task-changes.ts';
import { TaskDuration } from '../../ui/task-parts/task-duration.tsx';
import { FileView } from '../../ui/task-parts/task-files.tsx';
import { TaskStatusText } from '../../ui/task-parts/task-status-text.tsx';
import { useTaskActionText } from '../../ui/task-parts/use-task-action-text.ts';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import type { ListedPicture } from './midjourney-api.ts';
import { progressOf, toSeconds } from './midjourney-columns.tsx';
import { useCodeText } from './use-code-text.ts';

interface MidjourneyDrawerProps {
  id: string;
  /** The page in sight. */
  rows: readonly ListedPicture[];
  isAdmin: boolean;
  onClose: () => void;
}

/** The picture first, then everything that is known of it. */
export function MidjourneyDrawer({ id, rows, isAdmin, onClose }: MidjourneyDrawerProps) {
  const { t } = useTranslation('midjourney');
  const actionText = useTaskActionText();
  const self = useSelf();
  const picture = rows.find(({ mj_id }) => mj_id === id);
  const isOwn = picture?.user_id === undefined || picture.user_id === self?.id;
  const hasActions = picture !== undefined && (picture.can_cancel || (picture.can_retry && isOwn));
  return (
    <SideDrawer
      isOpen={picture !== undefined}
      title={picture ? actionText(picture.action) : t('detail')}
      onClose={onClose}
      footer={hasActions ? <PictureActions picture={picture} isAdmin={isAdmin} /> : null}
    >
      {picture ? <PictureDetail picture={picture} isAdmin={isAdmin} /> : null}
    </SideDrawer>
  );
}

function PictureDetail({ picture, isAdmin }: { picture: ListedPicture; isAdmin: boolean }) {
  const { t } = useTranslation('midjourney');
  const codeText = useCodeText();
  const isCharged = picture.is_settled;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
      {picture.fail_reason ? <Alert severity="error">{picture.fail_reason}</Alert> : null}
      {picture.image_url ? (
        <FileView file={{ kind: 'image', name: `${picture.mj_id}.png`, url: picture.image_url }} />
      ) : null}
      <DetailList
        entries={[
          {
            name: t('status'),
            value: <TaskStatusText task={{ ...picture, progress: progressOf(picture) }} />,
          },
          { name: t('prompt'), value: picture.prompt },
          { name: t('promptEn'), value: picture.prompt_en },
          { name: t('finalPrompt'), value: finalPromptOf(picture) },
          { name: t('description'), value: picture.description },
          { name: t('buttons'), value: buttonsOf(picture).join(' · ') },
          { name: t('mode'), value: picture.mode },
          { name: t('code'), value: isAdmin ? codeText(picture.code) : undefined },
          {
            name: t('user'),
            value:
              picture.user_id === undefined ? undefined : (
                <UserLink id={picture.user_id} name={picture.username} hasId />
              ),
          },
          {
            name: t('channel'),
            value: picture.channel_id ? `${picture.channel_name ?? ''} #${picture.channel_id}` : undefined,
          },
          { name: t('time'), value: <TimeText epochSeconds={toSeconds(picture.submit_time)} isExact /> },
          { name: t('started'), value: timeOf(picture.start_time) },
          { name: t('finished'), value: timeOf(picture.finish_time) },
          {
            name: t('duration'),
            value:
              picture.finish_time === 0 ? undefined : (
                <TaskDuration from={toSeconds(picture.submit_time)} to={toSeconds(picture.finish_time)} />
              ),
          },
          { name: t('heldAtStart'), value: <QuotaText points={picture.held_quota} isPrecise /> },
          {
            name: t('charged'),
            value: isCharged ? <QuotaText points={picture.quota} isPrecise /> : undefined,
          },
          {
            name: t('givenBack'),
            value:
              isCharged && picture.held_quota > picture.quota ? (
                <QuotaText points={picture.held_quota - picture.quota} isPrecise />
              ) : undefined,
          },
          {
            name: t('taskId'),
            value: (
              <Box
                component="span"
                sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0 }}
              >
                <Box
                  component="code"
                  sx={{ fontFamily: monospace, fontSize: '0.75rem', overflowWrap: 'anywhere' }}
                >
                  {picture.mj_id}
                </Box>
                <CopyButton text={picture.mj_id} thing="task_id" label={t('copyTaskId')} />
              </Box>
            ),
          },
        ]}
      />
    </Box>
  );
}

const timeOf = (ms: number) => (ms === 0 ? undefined : <TimeText epochSeconds={toSeconds(ms)} isExact />);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Result of a description. */
function finalPromptOf({ properties }: ListedPicture): string {
  const value = parsed(properties) as { finalPrompt?: unknown } | null;
  return typeof value?.finalPrompt === 'string' ? value.finalPrompt : '';
}

/** Labels of what can be done with the picture, as the vendor offers them. */
function buttonsOf({ buttons }: ListedPicture): string[] {
  const list = parsed(buttons);
  if (!Array.isArray(list)) return [];
  return list.flatMap((button: { label?: unknown; emoji?: unknown }) => {
    const label = [button.emoji, button.label]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' ');
    return label === '' ? [] : [label];
  });
}

function PictureActions({ picture, isAdmin }: { picture: ListedPicture; isAdmin: boolean }) {
  const { t } = useTranslation('midjourney');
  const cancel = useCancelTask(picture.mj_id, isAdmin);
  const retry = useRetryTask(picture.mj_id);
  return (
    <>
      {picture.can_cancel ? (
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
      {picture.can_retry ? (
        <Button
          variant="contained"
          loading={retry.isPending}
          onClick={() => retry.mutate(undefined, { onSuccess: () => showToast('success', t('retried')) })}
        >
          {t('retry')}
        </Button>
      ) : null}
    </>
  );
}
