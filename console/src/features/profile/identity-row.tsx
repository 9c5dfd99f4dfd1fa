import Button from '@mui/material/Button';
import type { IdentityView, SignInProviderName } from '@turnpike/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../api/error-text.ts';
import { useVisitProvider } from '../../api/provider-sign-in.ts';
import { closeUp } from '../../i18n/close-up.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { ProviderMark } from '../../ui/sign-in/provider-mark.tsx';
import { useProviderName } from '../../ui/sign-in/use-provider-name.ts';
import { TimeText } from '../../ui/text/time-text.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { useBindWeChat, useUnlink } from './identity-api.ts';
import { ProfileRow } from './profile-row.tsx';

const WeChatDialog = lazy(() => import('../../ui/sign-in/wechat-dialog.tsx'));

interface IdentityRowProps {
  provider: SignInProviderName;
  /** Undefined where none is linked. */
  identity: IdentityView | undefined;
}

/** A provider, with the account there that is linked to the own one. */
export function IdentityRow({ provider, identity }: IdentityRowProps) {
  const { t } = useTranslation('profile');
  const unlink = useUnlink();
  const name = useProviderName()(provider);
  return (
    <ProfileRow
      mark={<ProviderMark provider={provider} />}
      name={name}
      facts={
        identity === undefined ? (
          t('notLinked')
        ) : (
          <>
            {[identity.name, identity.email].filter(Boolean).map((text) => `${text} · `)}
            {t('lastUsed')} <TimeText epochSeconds={identity.last_used_time} />
          </>
        )
      }
    >
      {identity === undefined ? (
        <LinkButton provider={provider} name={name} />
      ) : (
        <ConfirmButton
          size="small"
          label={closeUp(t('unlink', { provider: name }))}
          title={closeUp(t('unlinkTitle', { provider: name }))}
          isBusy={unlink.isPending}
          onConfirm={() => unlink.mutate(identity.id)}
        >
          {t('unlinkEffect')}
        </ConfirmButton>
      )}
    </ProfileRow>
  );
}

function LinkButton({ provider, name }: { provider: SignInProviderName; name: string }) {
  const { t } = useTranslation('profile');
  const visit = useVisitProvider('bind');
  const bindWeChat = useBindWeChat();
  const [isOpen, setOpen] = useState(false);

  function link() {
    if (provider === 'wechat') setOpen(true);
    else visit.mutate(provider, { onError: (error) => showToast('error', errorText(error)) });
  }

  return (
    <>
      <Button size="small" variant="outlined" loading={visit.isPending} onClick={link}>
        {closeUp(t('link', { provider: name }))}
      </Button>
      {isOpen ? (
        <Suspense>
          <WeChatDialog
            title={closeUp(t('link', { provider: name }))}
            submitLabel={closeUp(t('link', { provider: name }))}
            isBusy={bindWeChat.isPending}
            error={bindWeChat.error}
            onSubmit={(code) => bindWeChat.mutate(code, { onSuccess: () => setOpen(false) })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
