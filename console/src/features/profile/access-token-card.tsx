import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { accessTokenQuery, useRenewAccessToken, useRevokeAccessToken } from './profile-api.ts';
import { ProfileSection } from './profile-section.tsx';

/** Access for scripts that manage the account; the token is shown once, when it is made. */
export function AccessTokenCard() {
  const { t } = useTranslation('profile');
  const token = useQuery(accessTokenQuery);
  const renew = useRenewAccessToken();
  const revoke = useRevokeAccessToken();
  const [isAsking, setAsking] = useState(false);
  const make = () => renew.mutate(undefined, { onSettled: () => setAsking(false) });
  return (
    <ProfileSection title={t('accessToken')} about={t('accessTokenAbout')}>
      {token.isPending ? <Skeleton variant="rounded" height={36} /> : null}
      {token.isError && token.data === undefined ? (
        <ErrorState error={token.error} onRetry={() => token.refetch()} />
      ) : null}
      {renew.data && token.data ? <NewToken token={renew.data} /> : null}
      {token.data === null ? (
        <Button variant="outlined" loading={renew.isPending} onClick={make}>
          {t('createToken')}
        </Button>
      ) : null}
      {token.data ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 200px' }}>
            {t('createdAt')} <TimeText epochSeconds={token.data.created_time} />
            {' · '}
            {token.data.last_used_time === 0 ? (
              t('neverUsed')
            ) : (
              <>
                {t('lastUsed')} <TimeText epochSeconds={token.data.last_used_time} />
              </>
            )}
          </Typography>
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {t('renewToken')}
          </Button>
          <ConfirmButton
            label={t('revokeToken')}
            title={t('revokeTokenTitle')}
            isBusy={revoke.isPending}
            onConfirm={() => revoke.mutate(undefined, { onSuccess: () => renew.reset() })}
          >
            {t('oldTokenEnds')}
          </ConfirmButton>
        </Box>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('renewTokenTitle')}
        confirmLabel={t('renewToken')}
        isBusy={renew.isPending}
        onClose={() => setAsking(false)}
        onConfirm={make}
      >
        {t('oldTokenEnds')}
      </ConfirmDialog>
    </ProfileSection>
  );
}

function NewToken({ token }: { token: string }) {
  const { t } = useTranslation('profile');
  const { serverAddress } = useSite();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mb: 4 }}>
      <Alert severity="warning">{t('tokenOnce')}</Alert>
      <SecretText secret={token} thing="access_token" label={t('copyToken')} />
      <CodeBlock
        label={t('tokenExample')}
        code={`curl ${serverAddress}/api/user/self \\\n  -H "Authorization: Bearer ${token}"`}
      />
    </Box>
  );
}
