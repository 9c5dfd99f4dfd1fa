import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { EntranceCard } from '../../ui/page/entrance-card.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { safeNext } from './safe-next.ts';
import { SignInForm } from './sign-in-form.tsx';

export default function SignInPage() {
  const { t } = useTranslation('session');
  const { name, canRegister, canResetPassword } = useSite();
  const [search] = useSearchParams();
  const self = useVisitor();

  if (self.data) return <Navigate to={safeNext(search.get('next'))} replace />;
  return (
    <>
      <PageTitle title={t('title')} />
      <EntranceCard title={t('title')} lead={search.has('next') ? t('continueTo', { name }) : name}>
        <SignInForm />
        <Typography variant="body2" color="textSecondary" component="div" sx={{ mt: 4 }}>
          {canResetPassword ? <TextLink to="/reset">{t('forgotPassword')}</TextLink> : t('forgotten')}
          {canRegister ? (
            <Box sx={{ mt: 2 }}>
              {t('noAccount')} <TextLink to="/register">{t('register')}</TextLink>
            </Box>
          ) : null}
        </Typography>
      </EntranceCard>
    </>
  );
}
