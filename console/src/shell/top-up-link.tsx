import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useSite } from '../api/site-status.ts';

/** Link to the owner's top-up page; empty until one is configured. */
export function TopUpLink() {
  const { t } = useTranslation('shell');
  const { topUpLink } = useSite();
  if (!/^https?:\/\//i.test(topUpLink)) return null;
  return (
    <Button
      fullWidth
      variant="contained"
      href={topUpLink}
      target="_blank"
      rel="noreferrer noopener"
      sx={{ mb: 3 }}
    >
      {t('topUp')}
    </Button>
  );
}
