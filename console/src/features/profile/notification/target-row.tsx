import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { NotificationTargetView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx';
import { StatusDot, type Tone } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { ProfileRow } from '../profile-row.tsx';
import { useRemoveTarget } from './notification-api.ts';

const tones: Record<NotificationTargetView['state'], Tone> = {
  new: 'quiet',
  ok: 'good',
  failing: 'look',
  failed: 'broken',
};

export function TargetRow({ target, onEdit }: { target: NotificationTargetView; onEdit: () => void }) {
  const { t } = useTranslation('profile');
  const remove = useRemoveTarget();
  const { id, name, type, kinds, enabled, state, last_time, last_answer } = target;
  const isFailing = state === 'failing' || state === 'failed';
  return (
    <ProfileRow
      name={name}
      facts={
        <>
          {t(`service_${type}`)} · {t('eventCount', { count: kinds.length })} ·{' '}
          <StatusDot tone={enabled ? tones[state] : 'quiet'}>
            {t(enabled ? `targetState_${state}` : 'targetOff')}
          </StatusDot>
          {last_time === 0 ? null : (
            <>
              {' '}
              <TimeText epochSeconds={last_time} />
            </>
          )}
          {isFailing ? (
            <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
              {last_answer}
            </Box>
          ) : null}
        </>
      }
    >
      <Button size="small" variant="outlined" onClick={onEdit} aria-label={t('editTargetOf', { name })}>
        {t('editTarget')}
      </Button>
      <ConfirmButton
        size="small"
        label={t('removeTarget')}
        title={t('removeTargetTitle', { name })}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(id)}
      >
        {t('removeTargetEffect')}
      </ConfirmButton>
    </ProfileRow>
  );
}
