import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { SessionView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { deviceOf } from './device.ts';
import { sessionListQuery, useEndSessions } from './profile-api.ts';
import { ProfileRow } from './profile-row.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Where the account is signed in. */
export function SessionCard() {
  const { t } = useTranslation('profile');
  const sessions = useQuery(sessionListQuery);
  const end = useEndSessions();
  const list = sessions.data ?? [];
  const hasOthers = list.some(({ is_current }) => !is_current);
  return (
    <ProfileSection
      title={t('sessions')}
      about={t('sessionsAbout')}
      action={
        hasOthers ? (
          <ConfirmButton
            label={t('signOutOthers')}
            title={t('signOutOthersTitle')}
            isBusy={end.isPending}
            onConfirm={() => end.mutate('others')}
          >
            {t('signOutOthersHint')}
          </ConfirmButton>
        ) : null
      }
    >
      {sessions.isPending ? <Skeleton variant="rounded" height={56} /> : null}
      {sessions.isError && !sessions.data ? (
        <ErrorState error={sessions.error} onRetry={() => sessions.refetch()} />
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {list.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </Box>
    </ProfileSection>
  );
}

interface SessionRowProps {
  session: SessionView;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useTranslation('profile');
  const { program, system } = deviceOf(session.user_agent);
  const device = [program || t('unknownDevice'), system].filter(Boolean).join(' · ');
  return (
    <ProfileRow
      name={device}
      nameTip={session.user_agent}
      facts={
        <>
          {session.source_ip} · {t('signedIn')} <TimeText epochSeconds={session.created_time} /> ·{' '}
          {t('lastUsed')} <TimeText epochSeconds={session.last_used_time || session.created_time} />
        </>
      }
    >
      {session.is_current ? (
        <Chip size="small" color="primary" variant="outlined" label={t('thisSession')} />
      ) : (
        <Button
          size="small"
          variant="outlined"
          loading={isEnding}
          onClick={onEnd}
          aria-label={t('signOutOf', { device })}
        >
          {t('signOut')}
        </Button>
      )}
    </ProfileRow>
  );
}
