import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useRenewInvoices } from './invoice-api.ts';

export function RefreshButton({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation('invoice');
  return (
    <IconButton aria-label={t('refresh')} title={t('refresh')} loading={isBusy} onClick={useRenewInvoices()}>
      <RefreshIcon />
    </IconButton>
  );
}
