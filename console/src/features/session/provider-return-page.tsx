import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import type { RedirectProvider } from '@turnpike/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { useEndVisit } from '../../api/provider-sign-in.ts';
import { useVisitor } from '../../api/self.ts';
import { asksForCode } from '../../api/sign-in.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { EntranceCard } from '../../ui/page/entrance-card.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { useProviderName } from '../../ui/sign-in/use-provider-name.ts';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { keptNext } from './kept-next.ts';

/** The page to which a provider sends the browser back. Only its own call leads away from it. */
export default function ProviderReturnPage() {
  const { t } = useTranslation('session');
  const provider = useLocation().pathname.replace(/\/+$/, '').split('/').at(-1) as RedirectProvider;
  const name = useProviderName()(provider);
  const [search] = useSearchParams();
  const isVisitor = useVisitor().data == null;
  const end = useEndVisit();
  const isSent = useRef(false);
  const code = search.get('code') ?? '';
  const state = search.get('state') ?? '';
  const refusal = search.get('error') ?? (code === '' || state === '' ? 'incomplete' : '');

  // The visit to the provider ends once, whatever draws this page again.
  useEffect(() => {
    if (isSent.current || refusal !== '') return;
    isSent.current = true;
    end.mutateAsync({ provider, code, state, iss: search.get('iss') ?? '' }).then(
      (done) => showToast('success', t(done === 'bound' ? 'bindOk' : 'loginOk')),
      () => {},
    );
  }, [refusal, provider, code, state, search, end.mutateAsync, t]);

  if (asksForCode(end.error))
    return <Navigate to={`/login?step=code&next=${encodeURIComponent(keptNext())}`} replace />;
  if (end.data === 'bound') return <Navigate to="/panel/profile" replace />;
  if (end.data === 'signed_in') return <Navigate to={keptNext()} replace />;
  const failed = refusal !== '' || end.isError;
  return (
    <EntranceCard title={name}>
      <PageTitle title={name} />
      {failed ? (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <FailureNote
            text={end.error ? errorText(end.error) : t(refusal === 'access_denied' ? 'cancelled' : 'noCode')}
            requestId={end.error ? requestIdOf(end.error) : ''}
          />
          <ButtonLink to={isVisitor ? '/login' : '/panel/profile'}>
            {isVisitor ? t('backToSignIn') : t('backToProfile')}
          </ButtonLink>
        </Box>
      ) : (
        <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <CircularProgress size={20} />
          {end.failureCount > 0 ? t('retrying', { count: end.failureCount }) : t('finishing')}
        </Box>
      )}
    </EntranceCard>
  );
}
