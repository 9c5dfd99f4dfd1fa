import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { safeNext } from './safe-next.ts';
import { SessionCard } from './session-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInWays } from './sign-in-ways.tsx';

export default function SignInPage() {
  const { t } = useTranslation('session');
  const { name } = useSite();
  const [search] = useSearchParams();
  const self = useVisitor();

  if (self.data) return <Navigate to={safeNext(search.get('next'))} replace />;
  return (
    <>
      <PageTitle title={t('title')} />
      <SessionCard>
        <Typography variant="h1" sx={{ mb: 1 }}>
          {t('title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 6 }}>
          {search.has('next') ? t('continueTo', { name }) : name}
        </Typography>
        <SignInWays next={search.get('next')} />
        <SignInForm />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 4 }}>
          {t('forgotten')}
        </Typography>
      </SessionCard>
    </>
  );
}
