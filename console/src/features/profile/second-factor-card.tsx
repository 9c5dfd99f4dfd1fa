import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { ProfileSection } from './profile-section.tsx';
import { secondFactorQuery, useRemoveAuthenticator, useRenewRecoveryCodes } from './second-factor-api.ts';

type Opened = 'setUp' | 'remove' | 'renew';

/** The authenticator app of the account, and its recovery codes. */
export function SecondFactorCard() {
  const { t } = useTranslation('profile');
  const factor = useQuery(secondFactorQuery);
  const isMissing = useSelf()?.needs_second_factor ?? false;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const isOn = (factor.data?.authenticator_since ?? 0) > 0;
  return (
    <ProfileSection
      title={t('secondFactor')}
      about={t('secondFactorAbout')}
      action={
        factor.data && !isOn ? (
          <Button variant={isMissing ? 'contained' : 'outlined'} onClick={() => setOpened('setUp')}>
            {t('setUp')}
          </Button>
        ) : null
      }
    >
      {isMissing ? (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {t('secondFactorMissing')}
        </Alert>
      ) : null}
      {factor.isPending ? <Skeleton variant="rounded" height={36} /> : null}
      {factor.isError && factor.data === undefined ? (
        <ErrorState error={factor.error} onRetry={() => factor.refetch()} />
      ) : null}
      {factor.data ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 220px' }}>
            {isOn ? (
              <>
                {t('authenticatorSince')} <TimeText epochSeconds={factor.data.authenticator_since} /> ·{' '}
                {t('recoveryLeft', { count: factor.data.recovery_codes })}
              </>
            ) : (
              t('authenticatorOff')
            )}
          </Typography>
          {isOn ? (
            <>
              <Button variant="outlined" onClick={() => setOpened('renew')}>
                {t('renewCodes')}
              </Button>
              <Button color="error" variant="outlined" onClick={() => setOpened('remove')}>
                {t('turnOff')}
              </Button>
            </>
          ) : null}
        </Box>
      ) : null}
      {opened === 'setUp' ? <AuthenticatorDialog onClose={close} /> : null}
      {opened === 'remove' ? <RemoveDialog onClose={close} /> : null}
      {opened === 'renew' ? <RenewDialog onClose={close} /> : null}
    </ProfileSection>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile');
  const remove = useRemoveAuthenticator();
  return (
    <CodeDialog
      title={t('turnOffTitle')}
      about={t('turnOffAbout')}
      submitLabel={t('turnOff')}
      change={remove}
      onDone={() => {
        showToast('success', t('turnedOff'));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile');
  const renew = useRenewRecoveryCodes();
  return (
    <CodeDialog
      title={t('renewCodes')}
      about={t('renewCodesAbout')}
      submitLabel={t('renewCodes')}
      change={renew}
      codes={renew.data}
      onClose={onClose}
    />
  );
}
