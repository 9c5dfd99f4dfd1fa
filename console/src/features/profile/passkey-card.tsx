import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { MAX_PASSKEYS, type PasskeyView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { hasPasskeys } from '../../api/passkey.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { deviceOf } from './device.ts';
import { ProfileRow } from './profile-row.tsx';
import { ProfileSection } from './profile-section.tsx';
import { passkeyListQuery, useCreatePasskey, useRemovePasskey } from './second-factor-api.ts';

/** Passkeys: a device that opens the account by a finger, a face or a PIN. */
export function PasskeyCard() {
  const { t } = useTranslation('profile');
  const passkeys = useQuery(passkeyListQuery);
  const create = useCreatePasskey();
  const { program, system } = deviceOf(navigator.userAgent);
  const name = [program || t('unknownDevice'), system].filter(Boolean).join(' · ');
  const add = () => create.mutate(name, { onSuccess: () => showToast('success', t('passkeyAdded')) });
  return (
    <ProfileSection
      title={t('passkeys')}
      about={t('passkeysAbout')}
      action={
        <Button
          variant="outlined"
          disabled={!hasPasskeys() || (passkeys.data?.length ?? MAX_PASSKEYS) >= MAX_PASSKEYS}
          loading={create.isPending}
          onClick={add}
        >
          {t('addPasskey')}
        </Button>
      }
    >
      {hasPasskeys() ? null : (
        <Typography variant="body2" color="textSecondary">
          {t('passkeysNeedHttps')}
        </Typography>
      )}
      {create.error ? (
        <FailureNote text={errorText(create.error)} requestId={requestIdOf(create.error)} />
      ) : null}
      {passkeys.isPending ? <Skeleton variant="rounded" height={56} /> : null}
      {passkeys.isError && passkeys.data === undefined ? (
        <ErrorState error={passkeys.error} onRetry={() => passkeys.refetch()} />
      ) : null}
      {passkeys.data?.length === 0 && hasPasskeys() ? (
        <Typography variant="body2" color="textSecondary">
          {t('noPasskeys')}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {passkeys.data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </Box>
    </ProfileSection>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const { t } = useTranslation('profile');
  const remove = useRemovePasskey();
  const { name, created_time, last_used_time } = passkey;
  return (
    <ProfileRow
      name={name}
      facts={
        <>
          {t('passkeySince')} <TimeText epochSeconds={created_time} /> ·{' '}
          {last_used_time === 0 ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <TimeText epochSeconds={last_used_time} />
            </>
          )}
        </>
      }
    >
      {passkey.is_synced ? <Chip size="small" variant="outlined" label={t('passkeySynced')} /> : null}
      <ConfirmButton
        size="small"
        label={t('removePasskey')}
        title={t('removePasskeyTitle', { name })}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(passkey.id)}
      >
        {t('removePasskeyAbout')}
      </ConfirmButton>
    </ProfileRow>
  );
}
