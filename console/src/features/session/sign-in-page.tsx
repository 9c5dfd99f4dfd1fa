import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { EntranceCard } from '../../ui/page/entrance-card.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { safeNext } from './safe-next.ts';
import { SecondStep } from './second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInWays } from './sign-in-ways.tsx';

/** Also the way on from a provider's return page, whose account has a second factor. */
const SECOND_STEP = 'code';

export default function SignInPage() {
  const { t } = useTranslation('session');
  const { name, canRegister, canResetPassword } = useSite();
  const [search, setSearch] = useSearchParams();
  const self = useVisitor();
  const isSecondStep = search.get('step') === SECOND_STEP;
  function showStep(step: string | undefined) {
    const next = new URLSearchParams(search);
    if (step === undefined) next.delete('step');
    else next.set('step', step);
    setSearch(next, { replace: true });
  }

  if (self.data) return <Navigate to={safeNext(search.get('next'))} replace />;
  return (
    <>
      <PageTitle title={t('title')} />
      <EntranceCard
        title={t('title')}
        lead={isSecondStep ? t('secondStep') : search.has('next') ? t('continueTo', { name }) : name}
      >
        {isSecondStep ? (
          <SecondStep onBack={() => showStep(undefined)} />
        ) : (
          <Box sx={{ display: 'grid', gap: 4 }}>
            <SignInWays next={search.get('next')} onCodeAsked={() => showStep(SECOND_STEP)} />
            <SignInForm onCodeAsked={() => showStep(SECOND_STEP)} />
            <PasskeyButton />
            <Typography variant="body2" color="textSecondary" component="div">
              {canResetPassword ? <TextLink to="/reset">{t('forgotPassword')}</TextLink> : t('forgotten')}
              {canRegister ? (
                <Box sx={{ mt: 2 }}>
                  {t('noAccount')} <TextLink to="/register">{t('register')}</TextLink>
                </Box>
              ) : null}
            </Typography>
          </Box>
        )}
      </EntranceCard>
    </>
  );
}
