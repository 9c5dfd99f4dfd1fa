import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import type { SignInProviderName } from '@turnpike/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { useSignInWays, useVisitProvider, useWeChatSignIn } from '../../api/provider-sign-in.ts';
import { asksForCode } from '../../api/sign-in.ts';
import { closeUp } from '../../i18n/close-up.ts';
import { ProviderMark } from '../../ui/sign-in/provider-mark.tsx';
import { useProviderName } from '../../ui/sign-in/use-provider-name.ts';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { keepNext } from './kept-next.ts';

const WeChatDialog = lazy(() => import('../../ui/sign-in/wechat-dialog.tsx'));

/** Ways to sign in without a password; nothing where the site has none. */
export function SignInWays({ next, onCodeAsked }: { next: string | null; onCodeAsked: () => void }) {
  const { t } = useTranslation('session');
  const nameOf = useProviderName();
  const ways = useSignInWays();
  const visit = useVisitProvider('sign_in');
  const [isWeChatOpen, setWeChatOpen] = useState(false);
  if (ways.length === 0) return null;

  function open(way: SignInProviderName) {
    if (way === 'wechat') return setWeChatOpen(true);
    keepNext(next);
    visit.mutate(way);
  }

  return (
    <Box sx={{ display: 'grid', gap: 3, mb: 1 }}>
      {ways.map((way) => (
        <Button
          key={way}
          variant="outlined"
          size="large"
          startIcon={<ProviderMark provider={way} />}
          loading={visit.isPending && visit.variables === way}
          disabled={visit.isPending}
          onClick={() => open(way)}
        >
          {closeUp(t('continueWith', { provider: nameOf(way) }))}
        </Button>
      ))}
      {visit.error ? (
        <FailureNote text={errorText(visit.error)} requestId={requestIdOf(visit.error)} />
      ) : null}
      <Divider sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{t('or')}</Divider>
      {isWeChatOpen ? <WeChatSignIn onCodeAsked={onCodeAsked} onClose={() => setWeChatOpen(false)} /> : null}
    </Box>
  );
}

function WeChatSignIn({ onCodeAsked, onClose }: { onCodeAsked: () => void; onClose: () => void }) {
  const { t } = useTranslation('session');
  const nameOf = useProviderName();
  const signIn = useWeChatSignIn();
  return (
    <Suspense>
      <WeChatDialog
        title={closeUp(t('continueWith', { provider: nameOf('wechat') }))}
        submitLabel={t('signIn')}
        isBusy={signIn.isPending}
        error={signIn.error}
        onSubmit={(code) => {
          // The page is gone before a callback of the mutation runs.
          signIn.mutateAsync(code).then(
            () => showToast('success', t('loginOk')),
            (error) => asksForCode(error) && onCodeAsked(),
          );
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}
