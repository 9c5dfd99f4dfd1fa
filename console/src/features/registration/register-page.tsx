import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { keepInvitation, keptInvitation } from '../../api/invitation.ts';
import { useVisitor } from '../../api/self.ts';
import { useSite } from '../../api/site-status.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { EntranceCard } from '../../ui/page/entrance-card.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { RegisterForm } from './register-form.tsx';

export default function RegisterPage() {
  const { t } = useTranslation('registration');
  const { name, canRegister, verifiesEmail } = useSite();
  const [search] = useSearchParams();
  const self = useVisitor();
  const invitation = search.get('aff')?.trim() || keptInvitation() || '';
  // The storage of the browser.
  useEffect(() => keepInvitation(search), [search]);

  if (self.data) return <Navigate to="/panel" replace />;
  return (
    <>
      <PageTitle title={t('title')} />
      <EntranceCard title={t('title')} lead={canRegister ? name : t('closed')}>
        {canRegister ? <RegisterForm verifiesEmail={verifiesEmail} invitation={invitation} /> : null}
        <Typography variant="body2" color="textSecondary" sx={{ mt: 4 }}>
          {t('haveAccount')} <TextLink to="/login">{t('signIn')}</TextLink>
        </Typography>
      </EntranceCard>
    </>
  );
}
