import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { EntranceCard } from '../../ui/page/entrance-card.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { ForgottenForm } from './forgotten-form.tsx';

/** For people who have forgotten their password. */
export default function ForgottenPage() {
  const { t } = useTranslation('registration');
  const { canResetPassword } = useSite();
  return (
    <>
      <PageTitle title={t('resetTitle')} />
      <EntranceCard title={t('resetTitle')} lead={t(canResetPassword ? 'resetLead' : 'resetOff')}>
        {canResetPassword ? <ForgottenForm /> : null}
        <Typography variant="body2" sx={{ mt: 4 }}>
          <TextLink to="/login">{t('backToSignIn')}</TextLink>
        </Typography>
      </EntranceCard>
    </>
  );
}
