import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { MAX_NOTIFICATION_TARGETS, type NotificationTargetView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { ProfileSection } from '../profile-section.tsx';
import { EventList } from './event-list.tsx';
import { targetListQuery } from './notification-api.ts';
import { TargetDialog } from './target-dialog.tsx';
import { TargetRow } from './target-row.tsx';

/** The places that the account is notified at, and the last events. */
export function NotificationCard() {
  const { t } = useTranslation('profile');
  const targets = useQuery(targetListQuery);
  const [open, setOpen] = useState<NotificationTargetView | 'new' | null>(null);
  const list = targets.data ?? [];
  return (
    <ProfileSection
      title={t('notifications')}
      about={t('notificationsAbout')}
      action={
        <Button
          variant="outlined"
          disabled={targets.data === undefined || list.length >= MAX_NOTIFICATION_TARGETS}
          onClick={() => setOpen('new')}
        >
          {t('addTarget')}
        </Button>
      }
    >
      {targets.isPending ? <Skeleton variant="rounded" height={56} /> : null}
      {targets.isError && targets.data === undefined ? (
        <ErrorState error={targets.error} onRetry={() => targets.refetch()} />
      ) : null}
      {targets.data?.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('noTargets')}
        </Typography>
      ) : null}
      <Box component="ul" aria-label={t('notifications')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {list.map((target) => (
          <TargetRow key={target.id} target={target} onEdit={() => setOpen(target)} />
        ))}
      </Box>
      {list.length > 0 ? <EventList /> : null}
      {open === null ? null : (
        <TargetDialog target={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
      )}
    </ProfileSection>
  );
}
