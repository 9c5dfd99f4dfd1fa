import OpenIcon from '@mui/icons-material/OpenInNewOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { TopUpSection } from './topup-section.tsx';

/** The owner's own top-up page; without it and without `canPay`, that nothing but a code is left. */
export function LinkCard({ canPay }: { canPay: boolean }) {
  const { t } = useTranslation('topup');
  const { topUpLink } = useSite();
  if (/^https?:\/\//i.test(topUpLink))
    return (
      <TopUpSection title={t('linkTitle')}>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('linkAbout')}
        </Typography>
        <Button
          variant={canPay ? 'outlined' : 'contained'}
          startIcon={<OpenIcon />}
          href={topUpLink}
          target="_blank"
          rel="noreferrer noopener"
        >
          {t('openLink')}
        </Button>
      </TopUpSection>
    );
  return canPay ? null : (
    <Alert severity="info" role="note">
      {t('noWay')}
    </Alert>
  );
}
